/**
 * The layout of a day as a grid: a row for every five minutes, a column for every place, and further columns where entries
 * of a place overlap. Pure numbers: templates turn them into the class names of a generated style sheet.
 */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface GridCell<S extends Span> {
  readonly slot: S;
  /** Rows from the top, starting at 0. */
  readonly row: number;
  readonly rows: number;
  /** Columns from the left of its group, starting at 0. */
  readonly lane: number;
}

const MINUTE = 60_000;
const ROW = 5 * MINUTE;
/** A shorter entry is drawn as long as this, so that its title fits. */
const FEWEST_ROWS = 3;
/** The last rows of a day are its night, which ends by 10:00 of the next morning. */
export const MOST_ROWS = 28 * 12;
export const ROWS_AN_HOUR = 12;

/** Puts entries in lanes, so that no two of a lane overlap as drawn. They have to be sorted by start. */
export function cellsOf<S extends Span>(slots: readonly S[], top: number): readonly GridCell<S>[] {
  const free: number[] = [];
  return slots.map((slot) => {
    const row = Math.min(Math.max(0, Math.floor((slot.start - top) / ROW)), MOST_ROWS - FEWEST_ROWS);
    const wanted = Math.max(FEWEST_ROWS, Math.ceil((slot.end - top) / ROW) - row);
    const rows = Math.min(wanted, MOST_ROWS - row);
    const found = free.findIndex((until) => until <= row);
    const lane = found === -1 ? free.length : found;
    free[lane] = row + rows;
    return { slot, row, rows, lane };
  });
}

export const lanesOf = (cells: readonly GridCell<Span>[]): number =>
  cells.reduce((most, { lane }) => Math.max(most, lane + 1), 1);
