/** Makes text from files safe to print on a terminal, and measures its width. */

/** Control characters and characters that change the text direction: a file could rewrite the screen with them. */
const HARMFUL = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** Makes these characters visible: ␛ for an escape, � for a character without a symbol. */
export const printable = (text: string): string =>
  text.replace(HARMFUL, (character) => {
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? '␡' : '�';
  });

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|\ufe0f|[\u{20000}-\u{3fffd}]/u;
const INVISIBLE = /^[\p{Mark}\u200b-\u200d\u2060]+$/u;
const PLAIN = /^[\u0020-\u007e\u00a0-\u02ff]*$/;

/** One character as a reader sees it, and how many columns it takes. */
export interface Cell {
  readonly text: string;
  readonly width: number;
  /** Its start in the text. */
  readonly index: number;
}

const TAB = 4;

export function cellsOf(text: string): readonly Cell[] {
  const segments = PLAIN.test(text)
    ? Array.from(text, (segment, index) => ({ segment, index }))
    : [...new Intl.Segmenter().segment(text)];
  return segments.map(({ segment, index }) => {
    if (segment === '\t') return { text: ' '.repeat(TAB), width: TAB, index };
    return { text: printable(segment), width: widthOf(segment), index };
  });
}

function widthOf(segment: string): number {
  if (WIDE.test(segment)) return 2;
  return INVISIBLE.test(segment) ? 0 : 1;
}
