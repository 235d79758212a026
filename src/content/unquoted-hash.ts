/**
 * YAML drops everything after a `#` that follows a space, so `Meet at stage #3` loses its number and `color: #f4f7fb`
 * its colour. A real comment has a space after its `#`. Without a space, where an unquoted text is or could be, it is
 * treated as text that is about to be lost.
 */
import type { Scalar } from 'yaml';
import { yaml } from '../machine/packages.ts';
import type { TextProblem } from './yaml-problem.ts';

export interface CutText {
  readonly problem: TextProblem;
  /** The whole text as it was most likely meant. */
  readonly meant: string;
}

/** `before`: the end of the key that the value belongs to. */
export function cutText(text: string, node: unknown, before?: number): CutText | undefined {
  if (!yaml().isScalar(node) || node.type !== 'PLAIN' || !node.range) return undefined;
  const [start, end] = node.range;
  if (startsAt(HASH, text, end)) {
    const behind = restOfLine(text, end);
    return cut(start, end + /^.*/.exec(behind)![0].length, said(node) + behind);
  }
  if (before === undefined) return undefined;
  if (node.value === null) return textBelow(text, before);
  // `title: #1 of` with the rest of the text on the lines below.
  if (!startsAt(HASH_IN_PLACE, text, before)) return undefined;
  const above = IN_PLACE.exec(restOfLine(text, before))!;
  const from = before + above[1]!.length;
  return cut(from, from + above[2]!.length, `${above[2]!} ${said(node)}`);
}

/** A value that starts on the line below its key. An entry or a key with a # in front is a comment. */
function textBelow(text: string, before: number): CutText | undefined {
  const found = BELOW.exec(text.slice(before, before + restOfLine(text, before).length + 2000));
  const key = restOfLine(text, text.lastIndexOf('\n', before - 1) + 1);
  if (!found || found[2]!.length <= /^[ \t]*(?:- +)*/.exec(key)![0].length) return undefined;
  const from = before + found[1]!.length + found[2]!.length;
  return cut(from, from + found[3]!.length, found[3]!);
}

const BELOW = /^([ \t]*:[ \t]*\r?\n)([ \t]*)(#(?!-\s|["']?[\w$.-]+["']?:(?:\s|$))[^\s#].*)/;
const HASH = /[ \t]*#\S/y;
const HASH_IN_PLACE = /[ \t]*:[ \t]+#\S/y;
const IN_PLACE = /^([ \t]*:[ \t]+)(#\S.*)/;

const said = ({ value }: Scalar): string => (value === null ? '' : String(value));

/** Reads no more than it has to: a list of thousands of values may be on one line. */
function startsAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

function restOfLine(text: string, from: number): string {
  const end = text.indexOf('\n', from);
  return text.slice(from, end === -1 ? text.length : end).trimEnd();
}

function cut(start: number, end: number, whole: string): CutText {
  const meant = whole.trim();
  const lost = meant.startsWith('#') ? 'this is not part of the value' : 'the value ends before it';
  const quoted = /["\\]/.test(meant) ? `'${meant.replaceAll("'", "''")}'` : `"${meant}"`;
  const edit = `write ${quoted}, or add a space after the # if it is a comment`;
  const message = `a # after a space starts a comment, so ${lost}`;
  return { meant, problem: { code: 'unquoted-hash', start, end, message, suggestion: SUGGESTION, edit } };
}

const SUGGESTION = 'put the whole value in quotes, or add a space after the # if it is a comment';

/** The first such `#` up to the line where the parser failed: the text it cut off is nearly always the cause. */
export function hashBefore(text: string, gaveUp: number): TextProblem | undefined {
  const { CST, Lexer } = yaml();
  const limit = gaveUp + restOfLine(text, gaveUp).length;
  let at = 0;
  let last: string | null = null;
  let isText = false;
  for (const lexeme of new Lexer().lex(text)) {
    if (at > limit) return undefined;
    if (lexeme === PLAIN_TEXT) isText = true;
    if (MARKERS.has(lexeme)) continue;
    const type = isText ? 'scalar' : CST.tokenType(lexeme);
    isText = false;
    if (type === 'comment' && /^#\S/.test(lexeme) && last !== null && OPEN.has(last)) {
      const message = 'a # after a space starts a comment, so the rest of this line is lost';
      return { code: 'unquoted-hash', start: at, end: at + lexeme.length, message, suggestion: SUGGESTION };
    }
    if (lexeme.endsWith('\n')) last = null;
    else if (type !== 'space') last = type;
    at += lexeme.length;
  }
  return undefined;
}

/** Lexemes that are not in the text: the start of a document, the end of an incomplete one, and the end of a text. */
const PLAIN_TEXT = '\x1f';
const MARKERS: ReadonlySet<string> = new Set(['\x02', '\x18', PLAIN_TEXT]);
/** After these, an unquoted value ends or could start. */
const OPEN: ReadonlySet<string> = new Set([
  'scalar',
  'map-value-ind',
  'seq-item-ind',
  'comma',
  'flow-map-start',
  'flow-seq-start',
]);
