/**
 * Random YAML documents as people write them: every style of scalar, flow and block, comments above and after values,
 * blank lines, several indentations and line breaks. Written by hand, so that the tested code does not write its own
 * examples. Every comment knows the value that it belongs to.
 */
import * as fc from 'fast-check';
import type { Json, Path } from '../../src/values/json.ts';

interface Comment {
  readonly text: string;
  /** The value it is above or after; a comment at the end of a collection belongs to the collection. */
  readonly at: Path;
  readonly where: 'above' | 'behind' | 'end';
}

interface StyledYaml {
  readonly text: string;
  readonly data: Json;
  readonly comments: readonly Comment[];
}

interface Leaf {
  readonly value: null | boolean | number | string;
  readonly style: 'plain' | 'single' | 'double' | 'block';
}

interface Item {
  readonly key: string;
  readonly tree: Tree;
  readonly above: boolean;
  readonly behind: boolean;
  readonly blank: boolean;
}

type Tree =
  | ({ readonly type: 'leaf' } & Leaf)
  | { readonly type: 'map' | 'list'; readonly items: readonly Item[]; readonly flow: boolean; readonly end: boolean };

interface Habits {
  readonly indent: number;
  readonly listIndent: boolean;
  readonly lineBreak: string;
  readonly mark: string;
  readonly header: string;
  readonly finalBreak: boolean;
}

const KEYS = ['title', 'start_time', '$id', 'b-c', 'with space', '12', 'key: odd', 'true', 'é', '#x', 'a', 'b', 'c'];

const STRINGS = [
  'Opening night¦Two sets, one river.¦x¦¦ leading¦trailing ¦it\'s¦say "hi"¦a: b¦a #b¦12¦1e3¦0x1F¦true¦null¦~¦yes',
  '¦2027-06-18¦2027-06-18T20:30:00+02:00¦- x¦* x¦&x¦[x¦{x}¦!x¦%x¦@x¦`x`¦|¦>¦?¦---¦...¦two\nlines¦text\nwith end\n',
  '¦a\n\nb\n\n¦  indented\nfirst\n¦tab\tinside¦\ttab¦bell\u0007¦\u2028¦\uFEFF¦💥¦back\\slash¦a\r\nb¦\n',
  '¦a longer sentence that goes on for a while, so that folding it into several lines would be quite natural',
]
  .join('')
  .split('¦');

const anyString = fc.oneof(fc.constantFrom(...STRINGS), fc.string({ unit: 'grapheme', maxLength: 12 }));

export const anyScalar = fc.oneof(
  { weight: 4, arbitrary: anyString },
  fc.constantFrom(null, true, false, 0, -1, 12, 1.5, 1e21, -0),
);

const { value: anyJson } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    anyScalar,
    fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 3, noNullPrototype: true }),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
}));
export { anyJson };

const leaf = fc.record({
  type: fc.constant('leaf' as const),
  value: anyScalar,
  style: fc.constantFrom<Leaf['style']>('plain', 'single', 'double', 'block'),
});

const rarely = fc.nat(3).map((number) => number === 0);

const { root: anyRoot } = fc.letrec<{ tree: Tree; root: Tree; items: Item[] }>((tie) => ({
  tree: fc.oneof({ maxDepth: 3, depthSize: 'small' }, { weight: 2, arbitrary: leaf }, tie('root')),
  root: fc.record({
    type: fc.constantFrom('map' as const, 'map' as const, 'list' as const),
    items: tie('items'),
    flow: rarely,
    end: rarely,
  }),
  items: fc.uniqueArray(
    fc.record({ key: fc.constantFrom(...KEYS), tree: tie('tree'), above: rarely, behind: rarely, blank: rarely }),
    { selector: ({ key }) => key, maxLength: 4 },
  ),
}));

const anyHabits = fc.record<Habits>({
  indent: fc.constantFrom(2, 2, 4),
  listIndent: fc.boolean(),
  lineBreak: fc.constantFrom('\n', '\n', '\r\n'),
  mark: fc.constantFrom('', '', '\uFEFF'),
  header: fc.constantFrom('', '', '# About this file', '---'),
  finalBreak: fc.nat(4).map((number) => number > 0),
});

export const styledYaml: fc.Arbitrary<StyledYaml> = fc
  .tuple(anyRoot, anyHabits)
  .map(([root, habits]) => write(root, habits));

function write(root: Tree, habits: Habits): StyledYaml {
  const writer = new Writer(habits);
  const lines = [...(habits.header ? [habits.header] : []), ...writer.lines(root, [])];
  const text = habits.mark + lines.join(habits.lineBreak) + (habits.finalBreak ? habits.lineBreak : '');
  return { text, data: dataOf(root), comments: writer.comments };
}

function dataOf(tree: Tree): Json {
  if (tree.type === 'leaf') return tree.value;
  if (tree.type === 'list') return tree.items.map((item) => dataOf(item.tree));
  return Object.fromEntries(tree.items.map((item) => [item.key, dataOf(item.tree)]));
}

class Writer {
  readonly comments: Comment[] = [];
  readonly #habits: Habits;

  constructor(habits: Habits) {
    this.#habits = habits;
  }

  /** A value that starts on a new line. */
  lines(tree: Tree, path: Path): string[] {
    if (!isBlock(tree)) return this.#flow(tree, path);
    if (tree.type === 'leaf') return [];
    const lines = tree.items.flatMap((item, index) => {
      const at = [...path, tree.type === 'map' ? item.key : index];
      const above = [...(item.blank ? [''] : []), ...(item.above ? [this.#comment(at, 'above')] : [])];
      const behind = item.behind ? `  ${this.#comment(at, 'behind')}` : '';
      return [...above, ...(tree.type === 'map' ? this.#pair(item, at, behind) : this.#entry(item, at, behind))];
    });
    return tree.end ? [...lines, this.#comment([...path, 'end'], 'end')] : lines;
  }

  #pair(item: Item, at: Path, behind: string): string[] {
    const key = keyText(item.key);
    if (isBlock(item.tree)) {
      const isFlat = item.tree.type === 'list' && !this.#habits.listIndent;
      const deeper = isFlat ? '' : ' '.repeat(this.#habits.indent);
      return [`${key}:${behind}`, ...indent(this.lines(item.tree, at), deeper)];
    }
    return this.#value(`${key}:`, at, item.tree, behind, ' '.repeat(this.#habits.indent));
  }

  #entry(item: Item, at: Path, behind: string): string[] {
    if (!isBlock(item.tree)) return this.#value('-', at, item.tree, behind, '  ');
    const [first = '', ...others] = this.lines(item.tree, at);
    const startsBelow = behind !== '' || first === '' || first.startsWith('#');
    if (startsBelow) return [`-${behind}`, ...indent([first, ...others], '  ')];
    return [`- ${first}`, ...indent(others, '  ')];
  }

  #value(indicator: string, at: Path, tree: Tree, behind: string, deeper: string): string[] {
    const block = tree.type === 'leaf' ? blockText(tree) : undefined;
    if (block) return [`${indicator} ${block.header}${behind}`, ...indent(block.lines, deeper)];
    if (tree.type === 'leaf' && tree.value === null && tree.style === 'block') return [indicator + behind];
    const [first = '', ...others] = this.#flow(tree, at);
    const lines = [`${indicator} ${first}`, ...indent(others, deeper)];
    return [...lines.slice(0, -1), lines.at(-1) + behind];
  }

  /** A flow collection on one line or, if its items have comments, line by line. */
  #flow(tree: Tree, path: Path): string[] {
    if (tree.type === 'leaf' || !tree.end || tree.items.length === 0) return [inline(tree)];
    const [open = '', close = ''] = tree.type === 'map' ? '{}' : '[]';
    const items = tree.items.flatMap((item, index) => {
      const at = [...path, tree.type === 'map' ? item.key : index];
      const above = item.above ? [this.#comment(at, 'above')] : [];
      const comma = index < tree.items.length - 1 || item.blank ? ',' : '';
      const behind = item.behind ? ` ${this.#comment(at, 'behind')}` : '';
      return [...above, inlineItem(tree.type, item) + comma + behind];
    });
    return [open, ...indent(items, '  '), close];
  }

  #comment(at: Path, where: Comment['where']): string {
    const text = `# comment ${this.comments.length}.`;
    this.comments.push({ text, at, where });
    return text;
  }
}

function isBlock(tree: Tree): boolean {
  return tree.type !== 'leaf' && !tree.flow && tree.items.length > 0;
}

function indent(lines: readonly string[], deeper: string): string[] {
  return lines.map((line) => (line === '' ? '' : deeper + line));
}

function blockText({ value, style }: Leaf): { header: string; lines: string[] } | undefined {
  if (style !== 'block' || typeof value !== 'string') return undefined;
  if (/^(?:[!-~][ -~]*\n)+$/.test(value)) return { header: '|', lines: value.slice(0, -1).split('\n') };
  if (/^[A-Za-z]+(?: [A-Za-z,]+){3,}$/.test(value)) return { header: '>-', lines: value.split(/(?<=e) /) };
  return undefined;
}

function inline(tree: Tree): string {
  if (tree.type === 'leaf') return leafText(tree);
  const [open = '', close = ''] = tree.type === 'map' ? '{}' : '[]';
  return open + tree.items.map((item) => inlineItem(tree.type, item)).join(', ') + close;
}

function inlineItem(type: Tree['type'], { key, tree }: Item): string {
  return (type === 'map' ? `${keyText(key)}: ` : '') + inline(tree);
}

function leafText({ value, style }: Leaf): string {
  if (value === null) return style === 'single' ? '~' : 'null';
  if (typeof value !== 'string') return Object.is(value, -0) ? '-0' : String(value);
  const isWords = /^[A-Za-z][A-Za-z ]*[A-Za-z]$/.test(value) && !/^(?:true|null)$/.test(value);
  if (style === 'plain' && isWords) return value;
  if (style === 'single' && /^[\P{C}]*$/u.test(value) && !/\s/u.test(value.replaceAll(' ', ''))) {
    return `'${value.replaceAll("'", "''")}'`;
  }
  return JSON.stringify(value);
}

function keyText(key: string): string {
  return /^[$\w][\w -]*$/.test(key) && key !== 'true' ? key : JSON.stringify(key);
}
