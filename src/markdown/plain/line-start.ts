/** The type of a line, as far as its first characters, at its very edge, show it. */
import * as char from './characters.ts';

/**
 * `words`: part of a paragraph, whatever is before and after it. `block`: the start of another block, also if it follows
 * a paragraph without an empty line between them. `unsure`: it depends on more than its start.
 */
export type LineStart = 'words' | 'block' | 'unsure';

/** The characters with which a line may start that is more than words. */
const MAY_MEAN = char.table('\t\n #*+-:<=>_`|~0123456789');

export function lineStart(text: string, at: number): LineStart {
  const code = text.charCodeAt(at);
  if (code > 127 || MAY_MEAN[code] === 0) return 'words';
  if (char.isDigit(code)) return afterDigits(text, at);
  const next = text.charCodeAt(at + 1);
  switch (code) {
    case char.HASH:
      return isHeading(text, at) ? 'block' : 'unsure';
    case char.GREATER:
      return 'block';
    case char.BACKTICK:
      return afterBackticks(text, at);
    case char.PLUS:
      return next === char.SPACE ? afterBullet(text, at) : char.isDigit(next) ? 'words' : 'unsure';
    case char.HYPHEN:
      return next === char.SPACE
        ? afterBullet(text, at)
        : char.isAsciiLetter(next) || char.isDigit(next)
          ? 'words'
          : 'unsure';
    case char.STAR:
      if (next === char.SPACE) return afterBullet(text, at);
      return next === char.TAB || isRule(text, at, char.STAR) ? 'unsure' : 'words';
    case char.UNDERSCORE:
      return char.isAsciiLetter(next) || char.isDigit(next) ? 'words' : 'unsure';
    default:
      return 'unsure';
  }
}

export function isHeading(text: string, at: number): boolean {
  const end = char.endOfRun(text, char.HASH, at);
  return end - at <= 6 && text.charCodeAt(end) === char.SPACE;
}

const isContent = (code: number): boolean =>
  !Number.isNaN(code) && code !== char.SPACE && code !== char.NEWLINE && code !== char.TAB;

const afterBullet = (text: string, at: number): LineStart => (isContent(text.charCodeAt(at + 2)) ? 'block' : 'unsure');

/** Only the number 1 starts a list directly after a paragraph. */
function afterDigits(text: string, at: number): LineStart {
  let end = at;
  while (char.isDigit(text.charCodeAt(end))) end++;
  const code = text.charCodeAt(end);
  if (code !== char.PERIOD && code !== char.CLOSE_PAREN) return 'words';
  const next = text.charCodeAt(end + 1);
  if (char.isAsciiLetter(next) || char.isDigit(next)) return 'words';
  const isFirst = end === at + 1 && text[at] === '1';
  return isFirst && next === char.SPACE && isContent(text.charCodeAt(end + 2)) ? 'block' : 'unsure';
}

function afterBackticks(text: string, at: number): LineStart {
  const end = char.endOfRun(text, char.BACKTICK, at);
  if (end - at < 3) return 'words';
  return text.slice(end, char.endOfLine(text, end)).includes('`') ? 'unsure' : 'block';
}

/** True if the line consists of these characters and spaces only. */
function isRule(text: string, at: number, code: number): boolean {
  const end = char.endOfLine(text, at);
  for (let each = at; each < end; each++) {
    const found = text.charCodeAt(each);
    if (found !== code && found !== char.SPACE && found !== char.TAB) return false;
  }
  return true;
}
