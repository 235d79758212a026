/** Texts in the sources that users may read: literals and templates of several words. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { ROOT } from './documents.ts';

/** All sources except for the site's text in three languages, and the names that browsers and fonts use. */
const SOURCES =
  'src/{apply,cli,config,content,diagnostics,generate,git,kinds,machine,model,plan,project,pull,remote,state,webhooks}/**/*.ts';

interface Node {
  readonly type: string;
  readonly value?: unknown;
  readonly source?: unknown;
  readonly quasis?: readonly { readonly value: { readonly cooked: string } }[];
}

const NO_TEXTS = new Set(['ImportDeclaration', 'ExportAllDeclaration', 'TSLiteralType']);

export function messages(): readonly string[] {
  const files = globSync(SOURCES, { cwd: ROOT }).filter((file) => !file.includes('.generated.'));
  return files.flatMap((file) => textsIn(parseSync(file, readFileSync(join(ROOT, file), 'utf8')).program as Node));
}

function textsIn(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(textsIn);
  if (typeof node !== 'object' || node === null) return [];
  const { type, value, quasis } = node as Node;
  if (NO_TEXTS.has(type)) return [];
  if (type === 'Literal') return typeof value === 'string' && /\s/.test(value) ? [value] : [];
  const own = type === 'TemplateLiteral' ? [quasis!.map((part) => part.value.cooked).join(' … ')] : [];
  return [...own, ...Object.values(node).flatMap(textsIn)];
}
