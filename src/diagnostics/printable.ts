import type { Span } from './diagnostic.ts';

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

/** A line of a file with one part marked: `before`, `marked` and `after` make up the line that is shown. */
export interface Excerpt {
  readonly before: string;
  readonly marked: string;
  readonly after: string;
  /** The number of columns before the mark, and its width in columns. */
  readonly indent: number;
  readonly run: number;
}

interface Placed extends Cell {
  readonly column: number;
}

const ELLIPSIS = '…';

/** The span's line, at most `width` columns wide. A longer line is cut to the part around the mark. */
export function excerpt({ lineText, column, length }: Span, width: number): Excerpt {
  const cells = placed(cellsOf(lineText.trimEnd()));
  const from = column - 1;
  const isMarked = ({ index }: Cell): boolean => index >= from && index < from + length;
  const { shown, cutBefore, cutAfter } = window(cells, cells.findIndex(isMarked), width);

  const marked = shown.filter(isMarked);
  const before = shown.filter(({ index }) => index < from);
  const after = shown.filter(({ index }) => index >= from + length);
  return {
    before: (cutBefore ? ELLIPSIS : '') + textOf(before),
    marked: textOf(marked),
    after: textOf(after) + (cutAfter ? ELLIPSIS : ''),
    indent: (cutBefore ? 1 : 0) + columnsOf(before),
    // Something missing at the end of a line is marked just after it.
    run: Math.max(1, columnsOf(marked)),
  };
}

function placed(cells: readonly Cell[]): readonly Placed[] {
  let column = 0;
  return cells.map((cell) => {
    const at = { ...cell, column };
    column += cell.width;
    return at;
  });
}

function window(cells: readonly Placed[], marked: number, width: number) {
  const end = columnsOf(cells);
  if (end <= width) return { shown: cells, cutBefore: false, cutAfter: false };
  const room = Math.max(1, width - 2 * ELLIPSIS.length);
  const mark = cells[marked]?.column ?? end;
  // A third of the width before the mark shows where in the line it is.
  const start = Math.max(0, Math.min(mark - Math.floor(room / 3), end - room));
  const shown = cells.filter(({ column, width }) => column >= start && column + width <= start + room);
  return { shown, cutBefore: start > 0, cutAfter: start + room < end };
}

const textOf = (cells: readonly Cell[]): string => cells.map(({ text }) => text).join('');
const columnsOf = (cells: readonly Cell[]): number => cells.reduce((total, { width }) => total + width, 0);
