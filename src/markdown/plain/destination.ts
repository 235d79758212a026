/** The destination and the title of a plain link: `/page "Title"`. */
import {
  BACKSLASH,
  BACKTICK,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  endOfRun,
  LESS,
  NEWLINE,
  OPEN_BRACKET,
  OPEN_PAREN,
  QUOTE,
  SPACE,
} from './characters.ts';

/** Characters of a destination that are not part of other marks. Beyond ASCII, those that are never spaces. */
function isInDestination(code: number): boolean {
  if (code > 127) return code > 0xa0 && code < 0x1680;
  return code > SPACE && code < 127 && NOT_IN_DESTINATION[code] === 0;
}

const NOT_IN_DESTINATION = new Uint8Array(128);
for (const code of [OPEN_PAREN, CLOSE_PAREN, LESS, OPEN_BRACKET, CLOSE_BRACKET, BACKSLASH, BACKTICK])
  NOT_IN_DESTINATION[code] = 1;

export function endOfDestination(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && isInDestination(text.charCodeAt(at))) at++;
  return at;
}

/** In double quotes, after spaces. `end` is the position after the closing quote. */
export function titleAt(
  text: string,
  from: number,
  end: number,
): { readonly text: string; readonly end: number } | undefined {
  if (text.charCodeAt(from) !== SPACE) return undefined;
  const start = endOfRun(text, SPACE, from, end) + 1;
  if (start >= end || text.charCodeAt(start - 1) !== QUOTE) return undefined;
  let at = start;
  while (at < end && isInTitle(text.charCodeAt(at))) at++;
  const isWhole = at > start && at < end && text.charCodeAt(at) === QUOTE;
  return isWhole ? { text: text.slice(start, at), end: at + 1 } : undefined;
}

const isInTitle = (code: number): boolean =>
  code !== QUOTE &&
  code !== NEWLINE &&
  code !== OPEN_PAREN &&
  code !== CLOSE_PAREN &&
  code !== BACKSLASH &&
  code !== BACKTICK &&
  code !== OPEN_BRACKET &&
  code !== CLOSE_BRACKET;
