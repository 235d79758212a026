/**
 * Explains YAML errors to people who do not know its grammar, at the place that needs the fix. The parser notices an
 * unclosed quote only at the end of the file, and a line that is indented too far at the line before it.
 */
import type { Document as YamlDocument, Node } from 'yaml';
import { yaml } from '../machine/packages.ts';
import type { Code } from '../diagnostics/catalogue.ts';

interface YamlProblem {
  readonly code: string;
  readonly message: string;
  readonly pos: readonly [number, number];
}

type Said = Partial<TextProblem> & Pick<TextProblem, 'message'>;

export const TOO_DEEP = 'this is nested too deeply';

/** No message repeats the text it is about: it may contain a credential, and diagnostics end up in logs. */
export function syntaxProblem(problem: YamlProblem, tree: YamlDocument.Parsed, text: string): TextProblem {
  const { code, message, pos } = problem;
  const [start, end] = pos;
  // The depth that the parser reached depends on the remaining stack, so the position is meaningless.
  if (code === 'RESOURCE_EXHAUSTION') return { code: 'yaml-syntax', start: 0, end: 0, message: TOO_DEEP };
  const said: Said = unclosed(problem, tree, text) ??
    indentedTooFar(problem, text) ??
    textBelow(problem, text) ??
    (message.startsWith('Implicit map keys') ? MISSING_COLON : MESSAGES[code]) ?? { message: lowerFirst(message) };
  return { code: 'yaml-syntax', start, end, ...said };
}

/** The bracket or quote that was still open when the parser failed. */
function unclosed(
  { code, message, pos: [at] }: YamlProblem,
  tree: YamlDocument.Parsed,
  text: string,
): Said | undefined {
  if (code !== 'MISSING_CHAR' && !(code === 'BAD_INDENT' && message.startsWith('Flow '))) return undefined;
  const { isScalar, visit } = yaml();
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

/** A second key after a value is a colon in a text or, if it is on a line below, an indented line. */
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
    message: 'this line is indented further than the field above it, which already has a value',
    suggestion: "align it with the field above, or remove that field's value",
  };
}

const KEY = /:(?:\s|$)/;

/** Markdown below fields, or a line of --- with nothing below it, is no second document. */
function textBelow({ code, pos: [at] }: YamlProblem, text: string): Said | undefined {
  if (code !== 'MULTIPLE_DOCS') return undefined;
  const below = text
    .slice(at)
    .replace(/^---[^\n]*/, '')
    .trim();
  if (KEY.test(below.split('\n', 1)[0]!)) return undefined;
  return {
    message: 'a .yaml file ends with its fields, but a line of --- follows them',
    suggestion:
      below === ''
        ? 'remove this line'
        : 'remove the lines with ---, and move the text below into a field, such as `description: |`, indented',
  };
}

const MISSING_COLON: Said = {
  message: 'there is no colon after this name',
  suggestion: 'write a colon and a space after it',
};

const MESSAGES: Readonly<Record<string, Said>> = {
  BLOCK_AS_IMPLICIT_KEY: {
    message: 'a second key starts on this line',
    suggestion: 'if the text contains a colon, put it in quotes',
  },
  MULTILINE_IMPLICIT_KEY: {
    message: 'a name and its colon must be on the same line',
    suggestion: 'add a space after the colon on the previous line, or indent the lines that belong to it',
  },
  TAB_AS_INDENT: { message: 'a tab is used to indent', suggestion: 'indent with spaces' },
  MULTIPLE_DOCS: { message: 'a second YAML document starts here', suggestion: 'move it to a separate file' },
  MISSING_CHAR: { message: 'a closing quote or bracket is missing', suggestion: 'add the missing character' },
  BAD_SCALAR_START: {
    message: 'unquoted text cannot start with this character',
    suggestion: 'put the whole text in quotes',
  },
  TAG_RESOLVE_FAILED: { message: 'this tag has no meaning here', suggestion: 'remove the tag' },
  UNEXPECTED_TOKEN: { message: 'this is not allowed here', suggestion: 'put the whole text in quotes' },
};

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** A problem with its position in the text. The code that knows the file turns it into a diagnostic. */
export interface TextProblem {
  readonly code: Code;
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly suggestion?: string;
  /** The text to write instead. It repeats the original, so it is shown only if that contains no credential. */
  readonly edit?: string;
}
