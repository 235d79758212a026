/**
 * What is wrong with YAML, in words for people who don't know its grammar, at the place that has to be mended. The parser
 * notices a quote that is never closed at the end of the file, and a line that is indented too far at the line before it.
 */
import { isScalar, visit, type Document as YamlDocument, type Node } from 'yaml';
import type { TextProblem } from './text-problem.ts';

interface YamlProblem {
  readonly code: string;
  readonly message: string;
  readonly pos: readonly [number, number];
}

type Said = Partial<TextProblem> & Pick<TextProblem, 'message'>;

export const TOO_DEEP = 'this is nested too deeply';

/** No message repeats the text it is about: a credential may stand there, and diagnostics end up in logs. */
export function syntaxProblem(problem: YamlProblem, tree: YamlDocument.Parsed, text: string): TextProblem {
  const { code, message, pos } = problem;
  const [start, end] = pos;
  // How deep the parser came is a matter of the stack that was left, so the place says nothing.
  if (code === 'RESOURCE_EXHAUSTION') return { code: 'yaml-syntax', start: 0, end: 0, message: TOO_DEEP };
  const said: Said = unclosed(problem, tree, text) ??
    indentedTooFar(problem, text) ??
    (message.startsWith('Implicit map keys') ? MISSING_COLON : MESSAGES[code]) ?? { message: lowerFirst(message) };
  return { code: 'yaml-syntax', start, end, ...said };
}

/** What was opened and reaches up to where the parser gave up. */
function unclosed(
  { code, message, pos: [at] }: YamlProblem,
  tree: YamlDocument.Parsed,
  text: string,
): Said | undefined {
  if (code !== 'MISSING_CHAR' && !(code === 'BAD_INDENT' && message.startsWith('Flow '))) return undefined;
  let opened: Node | undefined;
  visit(tree, (_, node) => {
    const isOpen = isScalar(node) ? node.type?.startsWith('QUOTE') : (node as { flow?: boolean } | null)?.flow;
    if (isOpen && (node as Node).range?.[1] === at) opened = node as Node;
  });
  const start = opened?.range?.[0];
  const closing = start === undefined ? undefined : CLOSING.get(text[start]!);
  if (start === undefined || closing === undefined) return undefined;
  return {
    start,
    end: start + 1,
    message: `this ${closing.name} is never closed`,
    suggestion: `write ${closing.character} where it ends`,
  };
}

const CLOSING: ReadonlyMap<string, { readonly name: string; readonly character: string }> = new Map([
  ['"', { name: 'quote', character: '"' }],
  ["'", { name: 'quote', character: "'" }],
  ['[', { name: 'bracket', character: ']' }],
  ['{', { name: 'brace', character: '}' }],
]);

/** A second key after a value is the colon of a text, or, when it stands on a line below, a line that is indented. */
function indentedTooFar({ code, pos: [at] }: YamlProblem, text: string): Said | undefined {
  if (code !== 'BLOCK_AS_IMPLICIT_KEY') return undefined;
  const [first = '', ...below] = text.slice(at).split('\n');
  if (KEY.test(first)) return undefined;
  const line = below.findIndex((each) => KEY.test(each));
  if (line === -1) return undefined;
  const start = at + [first, ...below.slice(0, line)].reduce((total, each) => total + each.length + 1, 0);
  const indent = below[line]!.search(/\S/);
  return {
    start,
    end: start + Math.max(1, indent),
    message: 'this line is indented further than the field above it, which has a value already',
    suggestion: 'begin it in the column of the field above, or take the value above away',
  };
}

const KEY = /:(?:\s|$)/;

const MISSING_COLON: Said = {
  message: 'a colon is missing after this name',
  suggestion: 'write a colon and a space after it',
};

const MESSAGES: Readonly<Record<string, Said>> = {
  BLOCK_AS_IMPLICIT_KEY: {
    message: 'a second key begins on this line',
    suggestion: 'put the text in quotes when it contains a colon',
  },
  MULTILINE_IMPLICIT_KEY: {
    message: 'a name and its colon must stand on one line',
    suggestion: 'put a space after the colon of the line before, or indent what belongs to it',
  },
  TAB_AS_INDENT: { message: 'a tab is used to indent', suggestion: 'indent with spaces' },
  MULTIPLE_DOCS: { message: 'a second YAML document begins here', suggestion: 'make a file of its own for it' },
  MISSING_CHAR: { message: 'a closing quote or bracket is missing', suggestion: 'close what was opened before' },
  BAD_SCALAR_START: {
    message: 'a text without quotes cannot begin with this character',
    suggestion: 'put the whole text in quotes',
  },
  TAG_RESOLVE_FAILED: { message: 'this tag has no meaning here', suggestion: 'remove the tag' },
  UNEXPECTED_TOKEN: { message: 'this cannot stand here', suggestion: 'put the whole text in quotes' },
};

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
