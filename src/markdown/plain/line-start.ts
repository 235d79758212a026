/** What the first characters of a line, at its very edge, say about it. */
import {
  BACKTICK,
  CLOSE_PAREN,
  COLON,
  endOfLine,
  endOfRun,
  EQUALS,
  GREATER,
  HASH,
  HYPHEN,
  isAsciiLetter,
  isDigit,
  LESS,
  NEWLINE,
  PERIOD,
  PIPE,
  PLUS,
  SPACE,
  STAR,
  TAB,
  TILDE,
  UNDERSCORE,
} from './characters.ts';

/**
 * `words`: part of a paragraph, whatever is before and after it. `block`: the start of another block, also if it follows
 * a paragraph without an empty line between them. `unsure`: it depends on more than its start.
 */
export type LineStart = 'words' | 'block' | 'unsure';

/** The characters with which a line may start that is more than words. */
const MAY_MEAN = new Uint8Array(128);
for (const code of [TAB, NEWLINE, SPACE, HASH, STAR, PLUS, HYPHEN, COLON, LESS, EQUALS, GREATER, UNDERSCORE, BACKTICK])
  MAY_MEAN[code] = 1;
MAY_MEAN[PIPE] = MAY_MEAN[TILDE] = 1;
for (let digit = 0; digit < 10; digit++) MAY_MEAN[48 + digit] = 1;

export function lineStart(text: string, at: number): LineStart {
  const code = text.charCodeAt(at);
  if (code > 127 || MAY_MEAN[code] === 0) return 'words';
  if (isDigit(code)) return afterDigits(text, at);
  const next = text.charCodeAt(at + 1);
  switch (code) {
    case HASH:
      return isHeading(text, at) ? 'block' : 'unsure';
    case GREATER:
      return 'block';
    case BACKTICK:
      return afterBackticks(text, at);
    case PLUS:
      return next === SPACE ? afterBullet(text, at) : isDigit(next) ? 'words' : 'unsure';
    case HYPHEN:
      return next === SPACE ? afterBullet(text, at) : isAsciiLetter(next) || isDigit(next) ? 'words' : 'unsure';
    case STAR:
      if (next === SPACE) return afterBullet(text, at);
      return next === TAB || isRule(text, at, STAR) ? 'unsure' : 'words';
    case UNDERSCORE:
      return isAsciiLetter(next) || isDigit(next) ? 'words' : 'unsure';
    default:
      return 'unsure';
  }
}

export function isHeading(text: string, at: number): boolean {
  const end = endOfRun(text, HASH, at);
  return end - at <= 6 && text.charCodeAt(end) === SPACE;
}

const isContent = (code: number): boolean => !Number.isNaN(code) && code !== SPACE && code !== NEWLINE && code !== TAB;

const afterBullet = (text: string, at: number): LineStart => (isContent(text.charCodeAt(at + 2)) ? 'block' : 'unsure');

/** Only the number 1 starts a list directly after a paragraph. */
function afterDigits(text: string, at: number): LineStart {
  let end = at;
  while (isDigit(text.charCodeAt(end))) end++;
  const code = text.charCodeAt(end);
  if (code !== PERIOD && code !== CLOSE_PAREN) return 'words';
  const next = text.charCodeAt(end + 1);
  if (isAsciiLetter(next) || isDigit(next)) return 'words';
  const isFirst = end === at + 1 && text[at] === '1';
  return isFirst && next === SPACE && isContent(text.charCodeAt(end + 2)) ? 'block' : 'unsure';
}

function afterBackticks(text: string, at: number): LineStart {
  const end = endOfRun(text, BACKTICK, at);
  if (end - at < 3) return 'words';
  return text.slice(end, endOfLine(text, end)).includes('`') ? 'unsure' : 'block';
}

/** True if the line consists of these characters and spaces only. */
function isRule(text: string, at: number, code: number): boolean {
  const end = endOfLine(text, at);
  for (let each = at; each < end; each++) {
    const found = text.charCodeAt(each);
    if (found !== code && found !== SPACE && found !== TAB) return false;
  }
  return true;
}
