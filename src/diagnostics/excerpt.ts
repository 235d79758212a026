import type { Span } from './diagnostic.ts';
import { cellsOf, type Cell } from './printable.ts';

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
