/** Small mistakes that somebody could have made in a source: each is one that a test ought to notice. */
import { parseSync } from 'oxc-parser';

export interface Mutant {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  readonly line: number;
  /** For people: what it was and what it is. */
  readonly change: string;
  /** Whether it is made while the module is loaded, and not each time that something is called. */
  readonly isEarly: boolean;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

type Edit = Pick<Mutant, 'start' | 'end' | 'replacement'>;

/** Where a node stands: inside of a function, and in the middle of a chain such as `a?.b.c`, which ends as a whole. */
interface Surroundings {
  readonly isEarly: boolean;
  readonly isChained: boolean;
  readonly isInChain: boolean;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** What is spread there. */
const spreadIn = (parts: unknown): readonly Node[] =>
  (parts as readonly (Node | null)[]).flatMap((each) =>
    each?.type === 'SpreadElement' ? [each['argument'] as Node] : [],
  );

const SWAPPED = new Map(
  Object.entries({
    '&&': '||',
    '||': '&&',
    '===': '!==',
    '!==': '===',
    '<': '<=',
    '<=': '<',
    '>': '>=',
    '>=': '>',
    '+': '-',
    '-': '+',
    '*': '/',
    '/': '*',
  }),
);

const SWAPPED_CALLS = new Map(Object.entries({ some: 'every', every: 'some', min: 'max', max: 'min' }));
const DROPPED_CALLS = new Set(['filter', 'slice', 'sort', 'toSorted', 'trim', 'toReversed', 'reverse']);
const LISTING_CALLS = new Set(['map', 'flatMap', 'filter']);

export function mutantsOf(file: string, source: string): readonly Mutant[] {
  const { program } = parseSync(file, source);
  const edits: (Edit & Pick<Mutant, 'isEarly'>)[] = [];
  visit(
    program as unknown as Node,
    { isEarly: true, isChained: false, isInChain: false },
    (node, { isEarly, isInChain }) => {
      if (!isInChain) edits.push(...editsOf(node, source).map((edit) => ({ ...edit, isEarly })));
    },
  );
  const lineOf = (offset: number): number => source.slice(0, offset).split('\n').length;
  return edits
    .filter(({ start, end, replacement }) => source.slice(start, end) !== replacement)
    .map((edit) => ({
      ...edit,
      line: lineOf(edit.start),
      change: `${oneLine(source.slice(edit.start, edit.end))} → ${oneLine(edit.replacement) || 'nothing'}`,
    }))
    .sort((a, b) => a.start - b.start);
}

const oneLine = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 90 ? `${line.slice(0, 60)} … ${line.slice(-25)}` : line;
};

/** Types do nothing at run time, and what is imported and exported is the compiler's matter. */
function visit(node: Node, around: Surroundings, act: (node: Node, around: Surroundings) => void): void {
  if (/^(TS(?!NonNull|As|Satisfies)|Import|ExportAll)/.test(node.type)) return;
  act(node, around);
  const isFunction = /Function/.test(node.type);
  for (const [key, value] of Object.entries(node)) {
    if (/^type|Type$|^key$/.test(key) && !(key === 'key' && node['computed'] === true)) continue;
    const isLink = around.isChained && LINKS.has(key);
    const inside = {
      isEarly: around.isEarly && !(isFunction && key === 'body'),
      isChained: isLink || node.type === 'ChainExpression',
      isInChain: isLink,
    };
    for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) visit(each, inside, act);
  }
}

/** A chain goes from its last link to its first by these; arguments stand for themselves. */
const LINKS = new Set(['object', 'callee', 'expression']);

function editsOf(node: Node, source: string): readonly Edit[] {
  const text = ({ start, end }: Node): string => source.slice(start, end);
  const replaced = (by: string, { start, end }: Node = node): Edit => ({ start, end, replacement: by });
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression': {
      const test = node['test'] as Node;
      return [replaced('true', test), replaced('false', test)];
    }
    case 'LogicalExpression': {
      const [left, right] = [node['left'] as Node, node['right'] as Node];
      if (node['operator'] === '??') return [replaced(text(left))];
      return [replaced(`${text(left)} ${SWAPPED.get(String(node['operator']))} ${text(right)}`)];
    }
    case 'BinaryExpression': {
      const [left, right] = [node['left'] as Node, node['right'] as Node];
      const by = SWAPPED.get(String(node['operator']));
      const isText = [left, right].some((each) => /^['"`]/.test(text(each)));
      return by === undefined || (isText && by === '-') ? [] : [replaced(`${text(left)} ${by} ${text(right)}`)];
    }
    case 'UnaryExpression':
      return node['operator'] === '!' ? [replaced(text(node['argument'] as Node))] : [];
    case 'CallExpression':
      return editsOfCall(node, source);
    case 'ArrayExpression':
      return spreadIn(node['elements']).map((each) => replaced('[]', each));
    case 'ObjectExpression':
      return spreadIn(node['properties']).map((each) => replaced('{}', each));
    case 'ReturnStatement':
    case 'ArrowFunctionExpression': {
      const given = (node.type === 'ReturnStatement' ? node['argument'] : node['body']) as Node | null;
      return given && isList(given) ? [replaced('[]', given)] : [];
    }
    case 'ExpressionStatement': {
      const done = node['expression'] as Node;
      return /^(Call|Await|Assignment|Update)Expression$/.test(done.type) ? [replaced(';')] : [];
    }
    case 'Literal':
      return editsOfLiteral(node, source);
    default:
      return [];
  }
}

function editsOfCall(node: Node, source: string): readonly Edit[] {
  const callee = node['callee'] as Node;
  if (callee.type !== 'MemberExpression' || callee['computed'] === true) return [];
  const property = callee['property'] as Node;
  const name = String(property['name']);
  const object = callee['object'] as Node;
  const swapped = SWAPPED_CALLS.get(name);
  const { start, end } = node;
  if (swapped !== undefined) {
    const replacement = source.slice(start, property.start) + swapped + source.slice(property.end, end);
    return [{ start, end, replacement }];
  }
  return DROPPED_CALLS.has(name) ? [{ start, end, replacement: source.slice(object.start, object.end) }] : [];
}

/** Names are mutated and sentences are not: those are for people, and tests that hold every word hold nothing. */
function editsOfLiteral({ start, end, value }: Node, source: string): readonly Edit[] {
  if (typeof value === 'boolean') return [{ start, end, replacement: String(!value) }];
  if (typeof value === 'number') return [{ start, end, replacement: String(value + 1) }];
  const isName = typeof value === 'string' && value !== '' && !/\s/.test(source.slice(start, end));
  return isName ? [{ start, end, replacement: "''" }] : [];
}

function isList(node: Node): boolean {
  if (node.type === 'ArrayExpression') return (node['elements'] as readonly unknown[]).length > 0;
  if (node.type !== 'CallExpression') return false;
  const callee = node['callee'] as Node;
  return callee.type === 'MemberExpression' && LISTING_CALLS.has(String((callee['property'] as Node)['name']));
}
