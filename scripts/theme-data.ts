/** `docs/theme-data.md`: what templates are given, as the declarations of the view models in src/site. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';

const VIEWS = 'src/site/pages/view.ts';
const INTRODUCTION = `<!-- Written by npm run generate. -->

# The data of templates

\`it.page\` is a \`PageView\`. Its \`body\` is the one of these whose \`type\` is the name of the template: \`pages/home.eta\` gets the body with \`type: 'home'\`. [Themes](guides/theme.md) explains templates.
`;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

export function themeData(root: string): string {
  const declarations = readDeclarations(root);
  const found = new Set<string>();
  const visit = (name: string): void => {
    const text = declarations.get(name);
    if (text === undefined || found.has(name)) return;
    found.add(name);
    for (const used of text.match(/\b[A-Z]\w+/g)!) visit(used);
  };
  visit('PageView');
  const texts = [...found].map((name) => declarations.get(name));
  return [INTRODUCTION, '```ts', texts.join('\n\n'), '```', ''].join('\n');
}

/** All types of the view models' file, and those of the files in src/site that it imports, and so on. */
function readDeclarations(root: string): ReadonlyMap<string, string> {
  const declarations = new Map<string, string>();
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file) || !existsSync(file) || !file.startsWith(join(root, 'src/site'))) return;
    seen.add(file);
    const text = readFileSync(file, 'utf8');
    const { program, comments } = parseSync(file, text);
    for (const statement of program.body as unknown as readonly Node[]) {
      if (statement.type === 'ImportDeclaration')
        visit(join(dirname(file), (statement['source'] as { value: string }).value));
      const node = (statement['declaration'] as Node | null | undefined) ?? statement;
      if (node.type !== 'TSInterfaceDeclaration' && node.type !== 'TSTypeAliasDeclaration') continue;
      const { name } = node['id'] as { name: string };
      const above = comments.findLast(({ end }) => end <= statement.start && text.slice(end, statement.start) === '\n');
      if (!declarations.has(name)) declarations.set(name, readable(text.slice(above?.start ?? node.start, node.end)));
    }
  };
  visit(join(root, VIEWS));
  return declarations;
}

/** Without what is true of every field: it cannot be changed, and one that may be missing may be undefined. */
const readable = (declaration: string): string =>
  declaration
    .replaceAll(/\breadonly /g, '')
    .replaceAll(/^export /gm, '')
    .replaceAll(/(\w\?: [^;]*?) \| undefined/g, '$1');
