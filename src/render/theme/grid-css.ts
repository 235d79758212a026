/**
 * Class names for every cell of the time grid, because pages have no inline styles. It is the same for all content, so that
 * a changed time changes one page and not the style sheet of all.
 */
import { MOST_COLUMNS, MOST_ROWS } from '../../site/pages/programme-grid.ts';

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

/** A place in a grid. Rows and columns count from 0, after a head of one row and one column. */
export interface Cell {
  readonly row?: number;
  /** Its height, in rows. */
  readonly rows?: number;
  readonly column?: number;
  /** Its width, in columns. */
  readonly columns?: number;
}

/** The class names of a place. Throws if there is no class for it. */
export function cellClasses({ row, rows, column, columns }: Cell): string {
  return [
    className('t', 'row', row, { least: 0, most: MOST_ROWS - 1 }),
    className('s', 'rows', rows, { least: 1, most: MOST_ROWS }),
    className('k', 'column', column, { least: 0, most: MOST_COLUMNS - 1 }),
    className('w', 'columns', columns, { least: 1, most: MOST_COLUMNS }),
  ]
    .flat()
    .join(' ');
}

function className(
  letter: string,
  name: keyof Cell,
  value: number | undefined,
  { least, most }: { readonly least: number; readonly most: number },
): readonly string[] {
  if (value === undefined) return [];
  if (Number.isInteger(value) && value >= least && value <= most) return [`${letter}-${value}`];
  throw new RangeError(`\`${name}\` of a cell must be a whole number from ${least} to ${most}, not ${value}`);
}
