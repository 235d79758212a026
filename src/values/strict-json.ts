/**
 * Reads JSON that decides what is sent, deleted or locked. JSON.parse keeps the last of two values for one key, which is
 * seldom the one that a person saw, so such a text is refused. Every refusal names its cause.
 */
import { endOfString, type Json } from './json.ts';
import { describeMismatch, mismatchOf, type Shape } from './shape.ts';

/** `why` completes a sentence about the text: "it has the key `a` twice". */
export type StrictJson<T = Json> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly why: string };

/** The same for a value of this shape. */
export function readShaped<T>(text: string, shape: Shape<T>): StrictJson<T> {
  const json = readStrictJson(text);
  const mismatch = json.ok ? mismatchOf(json.value, shape) : undefined;
  return mismatch ? { ok: false, why: describeMismatch(mismatch) } : (json as StrictJson<T>);
}

export function readStrictJson(text: string): StrictJson {
  const unreadable = unreadableText(text);
  if (unreadable !== undefined) return { ok: false, why: unreadable };
  try {
    const value = JSON.parse(text) as Json;
    const repeated = isAsWritten(text, value) ? undefined : repeatedKey(text);
    return repeated === undefined ? { ok: true, value } : { ok: false, why: repeated };
  } catch {
    return { ok: false, why: 'it is not JSON' };
  }
}

/** True if gitcast wrote it and nobody edited it: a key that occurs twice would be missing here. */
const isAsWritten = (text: string, value: Json): boolean =>
  text === (text.endsWith('\n') ? `${JSON.stringify(value, null, 2)}\n` : JSON.stringify(value));

function unreadableText(text: string): string | undefined {
  if (text.trim() === '') return text.startsWith('\ufeff') ? BYTE_ORDER_MARK : 'it is empty';
  if (text.startsWith('\ufeff')) return BYTE_ORDER_MARK;
  // The byte order mark of UTF-16, decoded as UTF-8.
  if (text.startsWith('\ufffd')) return 'it is not UTF-8 text: save it as UTF-8';
  return text.includes('\0') ? 'it contains NUL bytes' : undefined;
}

const BYTE_ORDER_MARK = 'it starts with a byte order mark: save it as UTF-8 without one (BOM)';

/** For well-formed JSON. Characters compare faster by their codes. */
function repeatedKey(json: string): string | undefined {
  /** The keys of each open object; undefined for a list. */
  const open: (Set<string> | undefined)[] = [];
  let keys: Set<string> | undefined;
  let isKey = false;
  for (let at = 0; at < json.length; at++) {
    switch (json.charCodeAt(at)) {
      case CODES.openBrace:
        open.push((keys = new Set()));
        isKey = true;
        break;
      case CODES.openBracket:
        open.push((keys = undefined));
        isKey = false;
        break;
      case CODES.comma:
        isKey = keys !== undefined;
        break;
      case CODES.quote: {
        const end = endOfString(json, at);
        if (isKey) {
          const key = keyIn(json.slice(at, end + 1));
          if (keys!.has(key)) return `it has the key \`${key.slice(0, 60)}\` twice${lineOf(json, at)}`;
          keys!.add(key);
        }
        isKey = false;
        at = end;
        break;
      }
      case CODES.closeBrace:
      case CODES.closeBracket:
        open.pop();
        keys = open.at(-1);
        break;
      default:
    }
  }
  return undefined;
}

const CODES = { quote: 34, comma: 44, openBracket: 91, closeBracket: 93, openBrace: 123, closeBrace: 125 } as const;

const keyIn = (quoted: string): string =>
  quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);

/** Only where there is more than one line. */
function lineOf(json: string, at: number): string {
  const isOne = !json.trimEnd().includes('\n');
  return isOne ? '' : ` (line ${json.slice(0, at).split('\n').length})`;
}
