/** The codes of the characters that mean something in Markdown, and what stands next to `*` and `_`. */
export const TAB = 9;
export const NEWLINE = 10;
export const SPACE = 32;
export const BANG = 33;
export const QUOTE = 34;
export const HASH = 35;
export const AMPERSAND = 38;
export const OPEN_PAREN = 40;
export const CLOSE_PAREN = 41;
export const STAR = 42;
export const PLUS = 43;
export const HYPHEN = 45;
export const PERIOD = 46;
export const COLON = 58;
export const GREATER = 62;
export const OPEN_BRACKET = 91;
export const BACKSLASH = 92;
export const CLOSE_BRACKET = 93;
export const UNDERSCORE = 95;
export const BACKTICK = 96;
export const PIPE = 124;

/** A table of some ASCII characters: 1 at the codes of those. */
export function table(characters: string): Uint8Array {
  const codes = new Uint8Array(128);
  for (const character of characters) codes[character.charCodeAt(0)] = 1;
  return codes;
}

export const isDigit = (code: number): boolean => code >= 48 && code <= 57;

export const isAsciiLetter = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

/** The position after the characters of this code that start at `from`. */
export function endOfRun(text: string, code: number, from: number, end = text.length): number {
  let at = from;
  while (at < end && text.charCodeAt(at) === code) at++;
  return at;
}

/** The position of the line break that ends this line, or the end of the text. */
export function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

/** `unknown`: half of a surrogate pair. */
export type CharacterType = 'space' | 'punctuation' | 'word' | 'unknown';

/** As marked distinguishes them: spaces, punctuation together with symbols, and all others. */
export function typeOf(code: number): CharacterType {
  if (code < 128) return ASCII[code]!;
  return code >= 0xd800 && code <= 0xdfff ? 'unknown' : typeByPattern(code);
}

function typeByPattern(code: number): CharacterType {
  const character = String.fromCharCode(code);
  if (/\s/.test(character)) return 'space';
  return /[\p{P}\p{S}]/u.test(character) ? 'punctuation' : 'word';
}

const ASCII: readonly CharacterType[] = Array.from({ length: 128 }, (_, code) => typeByPattern(code));
