/**
 * Class names for every cell of the time grid, because pages have no inline styles. It is the same for all content, so that
 * a changed time changes one page and not the style sheet of all.
 */
import { MOST_COLUMNS } from '../../site/pages/programme-grid.ts';
import { MOST_ROWS } from '../../site/time-grid.ts';

/** `t-36` is the row (from the top), `s-12` its height, `k-2` the column, `w-3` its width. Row 1 and column 1 are heads. */
export function gridCss(): string {
  const upTo = (count: number, rule: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => rule(index)).join('\n');
  return [
    upTo(MOST_ROWS, (row) => `.t-${row}{grid-row-start:${row + 2}}`),
    upTo(MOST_ROWS, (row) => `.s-${row + 1}{grid-row-end:span ${row + 1}}`),
    upTo(MOST_COLUMNS, (column) => `.k-${column}{grid-column-start:${column + 2}}`),
    upTo(MOST_COLUMNS, (column) => `.w-${column + 1}{grid-column-end:span ${column + 1}}`),
  ].join('\n');
}
