/** The second part of `docs/guides/theme.md`: the data of every page, from the declarations of the view models. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';

export const MARK = '<!-- Everything below is written by npm run generate, from the types in src/site. -->';

const VIEWS = 'src/site/pages/view.ts';
/** Shown in the first part of the guide, or too large and of no use in a template. */
const LEFT_OUT = new Set(['Strings', 'PageBody', 'Composed', 'PageView']);

interface Field {
  readonly name: string;
  readonly type: string;
  readonly about: string;
}

interface Declared {
  readonly name: string;
  readonly about: string;
  readonly fields?: readonly Field[];
  readonly alias?: string;
  readonly above: readonly string[];
  /** The names of types in its text. */
  readonly uses: readonly string[];
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** The whole guide: its written part, and the generated one. */
export function themeGuide(root: string, current: string): string {
  const types = readTypes(root);
  const bodies = namesIn(types.get('PageBody')!.alias!).map((name) => types.get(name)!);
  const shown = new Set(['Composed', 'PageView', ...bodies.map(({ name }) => name)]);
  const others = [...reachable(['PageView', ...bodies.map(({ name }) => name)], types)]
    .filter((name) => !shown.has(name) && !LEFT_OUT.has(name))
    .toSorted();
  return [
    current.split(MARK, 1)[0]!.trimEnd(),
    '',
    MARK,
    '',
    '## What every page has',
    '',
    '`it.page` in every template:',
    '',
    table(fieldsOf(types.get('PageView')!, types)),
    '',
    '## The data of each page',
    '',
    'As `it.page.body`, whose `type` names the template.',
    ...bodies.flatMap((body) => section(body, types)),
    '',
    '## The types of these fields',
    ...others.flatMap((name) => described(types.get(name)!, types)),
    '',
  ].join('\n');
}

function section(body: Declared, types: ReadonlyMap<string, Declared>): readonly string[] {
  const fields = fieldsOf(body, types);
  const templates = [...(fields.find(({ name }) => name === 'type')?.type ?? '').matchAll(/'(\w+)'/g)];
  const own = fields.filter(({ name }) => name !== 'type');
  return [
    '',
    `### ${templates.map(([, name]) => `\`pages/${name}.eta\``).join(', ')}`,
    ...(body.about === '' ? [] : ['', body.about]),
    '',
    own.length === 0 ? 'Nothing of its own.' : table(own),
  ];
}

function described(declared: Declared, types: ReadonlyMap<string, Declared>): readonly string[] {
  const about = declared.about === '' ? [] : ['', declared.about];
  const body = declared.alias === undefined ? table(fieldsOf(declared, types)) : `\`${declared.alias}\``;
  return ['', `### ${declared.name}`, ...about, '', body];
}

const fieldsOf = (declared: Declared, types: ReadonlyMap<string, Declared>): readonly Field[] => [
  ...declared.above.flatMap((name) => (types.has(name) ? fieldsOf(types.get(name)!, types) : [])),
  ...(declared.fields ?? []),
];

const table = (fields: readonly Field[]): string =>
  [
    '| field | type | |',
    '| - | - | - |',
    ...fields.map(({ name, type, about }) => `| \`${name}\` | \`${type.replaceAll('|', '\\|')}\` | ${about} |`),
  ].join('\n');

function reachable(from: readonly string[], types: ReadonlyMap<string, Declared>): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name) || !types.has(name) || (LEFT_OUT.has(name) && !from.includes(name))) return;
    found.add(name);
    types.get(name)!.uses.forEach(visit);
  };
  from.forEach(visit);
  types.get('Composed')!.uses.forEach(visit);
  return found;
}

/** All types of the view models' file, and those of the files in src/site that it imports, and so on. */
function readTypes(root: string): ReadonlyMap<string, Declared> {
  const types = new Map<string, Declared>();
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file) || !existsSync(file) || !file.startsWith(join(root, 'src/site'))) return;
    seen.add(file);
    const text = readFileSync(file, 'utf8');
    const { program, comments } = parseSync(file, text);
    for (const statement of program.body as unknown as readonly Node[]) {
      if (statement.type === 'ImportDeclaration') {
        visit(join(dirname(file), (statement['source'] as { value: string }).value));
        continue;
      }
      const node = (statement['declaration'] as Node | null | undefined) ?? statement;
      const declared = declaredIn(node, statement, text, comments as unknown as readonly Node[]);
      if (declared && !types.has(declared.name)) types.set(declared.name, declared);
    }
  };
  visit(join(root, VIEWS));
  return types;
}

function declaredIn(node: Node, at: Node, text: string, comments: readonly Node[]): Declared | undefined {
  const name = (node['id'] as { name?: string } | undefined)?.name;
  const about = aboutOf(at, text, comments);
  const slice = (part: Node): string => inOneLine(text.slice(part.start, part.end));
  if (node.type === 'TSTypeAliasDeclaration') {
    const alias = slice(node['typeAnnotation'] as Node).replace(/^\| /, '');
    return { name: name!, about, alias, above: [], uses: namesIn(alias) };
  }
  if (node.type !== 'TSInterfaceDeclaration') return undefined;
  const members = (node['body'] as { body: readonly Node[] }).body.filter(({ type }) => type === 'TSPropertySignature');
  // The name of an optional field says that it may be undefined.
  const typeOf = (member: Node): string => {
    const type = slice((member['typeAnnotation'] as { typeAnnotation: Node }).typeAnnotation);
    const named = type.replace(/(\w\?: [^;]*?) \| undefined/g, '$1');
    return member['optional'] ? named.replace(/ \| undefined$/, '') : named;
  };
  const fields = members.map((member) => ({
    name: `${(member['key'] as { name?: string; value?: string }).name ?? ''}${member['optional'] ? '?' : ''}`,
    type: typeOf(member),
    about: aboutOf(member, text, comments),
  }));
  const above = (node['extends'] as readonly Node[]).map((each) => (each['expression'] as { name: string }).name);
  return { name: name!, about, fields, above, uses: [...above, ...fields.flatMap(({ type }) => namesIn(type))] };
}

const namesIn = (type: string): readonly string[] => type.match(/\b[A-Z]\w+/g) ?? [];

/** Without comments, and without `readonly`, which is true of everything. */
const inOneLine = (text: string): string =>
  text
    .replace(/\/\*[^]*?\*\//g, '')
    .replaceAll('readonly ', '')
    .replace(/\s+/g, ' ')
    .replace(/; \}/g, ' }');

/** The comment directly before a declaration. */
function aboutOf({ start }: Node, text: string, comments: readonly Node[]): string {
  const comment = comments.findLast(({ end }) => end <= start);
  if (!comment || text.slice(comment.end, start).trim() !== '') return '';
  return text
    .slice(comment.start, comment.end)
    .replace(/^\/\*\*?|\*\/$/g, '')
    .replace(/^\s*\* ?/gm, '')
    .replace(/\s+/g, ' ')
    .replaceAll('|', '\\|')
    .trim();
}
