/** The files of a new repository: those of templates/starter/ and, for the editor, those made from the kinds. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { memoryFiles } from '../content/files.ts';
import { readContent, type Content } from '../content/read-content.ts';
import { editorBindings } from '../generate/editor-bindings.ts';
import { fileKinds } from '../kinds/registry.ts';
import { knownAddresses } from './known-addresses.ts';
import { SCHEMAS_FOLDER, schemaFiles } from './schema-files.ts';
import type { FileTexts } from './write-files.ts';

/** src/ and lib/ lie equally deep in the package, so the way is the same from both. */
const TEMPLATE = fileURLToPath(new URL('../../templates/starter', import.meta.url));

export function starterFiles(): FileTexts {
  const files = templateFiles();
  const bindings = editorBindings(fileKinds, { schemas: `./${SCHEMAS_FOLDER}`, content: CONTENT });
  return {
    ...files,
    '.vscode/settings.json': `${JSON.stringify({ 'yaml.schemas': bindings }, null, 2)}\n`,
    ...schemaFiles(SCHEMAS_FOLDER, knownAddresses([contentOf(files)])),
  };
}

const CONTENT = 'content';

function contentOf(files: FileTexts): Content {
  const inside = Object.entries(files).filter(([path]) => path.startsWith(`${CONTENT}/`));
  const named = inside.map(([path, text]) => [path.slice(CONTENT.length + 1), text]);
  return readContent(memoryFiles(Object.fromEntries(named)), { prefix: '' });
}

function templateFiles(): FileTexts {
  const entries = readdirSync(TEMPLATE, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry): [string, Uint8Array] => {
    const file = join(entry.parentPath, entry.name);
    return [nameInRepository(relative(TEMPLATE, file)), readFileSync(file)];
  });
  return Object.fromEntries(files.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** `_gitignore` stands for `.gitignore`: npm and git would take the real names as meant for themselves. */
const nameInRepository = (path: string): string =>
  path
    .split(sep)
    .map((part) => part.replace(/^_/, '.'))
    .join('/');
