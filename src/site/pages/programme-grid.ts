/** The programme as a grid of times and places. */
import { placeKey } from '../links/keys.ts';
import { documentLink } from '../links/navigator-links.ts';
import { PROGRAMME_GRID } from '../links/urls.ts';
import { titleIn } from '../parts/page-fields.ts';
import { byPlace, type Slot } from '../programme.ts';
import type { Scope } from '../scope.ts';
import { dayText } from '../text/dates.ts';
import { screenTitle } from '../text/titles.ts';
import { inPlaceOrder, startOfHour, startsIn, type DayView } from './programme-frame.ts';
import { slotView } from './slots.ts';
import type { GridColumn, GridDay } from './view.ts';

/** The style sheet has a class for each column up to this one. */
export const MOST_COLUMNS = 200;

export const GRID: DayView = {
  view: 'grid',
  path: PROGRAMME_GRID,
  title: (scope) => ({ text: `${screenTitle('program', scope).text} · ${scope.strings.programme.grid}` }),
  ofDay: (day, scope) => {
    const [grid, text] = [scope.strings.programme.grid, dayText(day, scope)];
    return { title: `${grid} · ${text}`, about: `${grid}, ${text}` };
  },
  body: (days, _, scope) => ({
    type: 'programmeGrid',
    days: days.map(([day, inside]) => gridOf(day, inside, scope)),
  }),
};

function gridOf(day: string, slots: readonly Slot[], scope: Scope): GridDay {
  const { dates, site, strings } = scope;
  const starting = slots.filter((slot) => slot.day === day);
  const top = startOfHour(starting[0]?.start ?? 0, site.timezone);
  const places = [...byPlace(starting, placeKey).values()].map((inside) => {
    const where = inside[0]!.where;
    return {
      title: where ? titleIn(where, scope) : { text: strings.programme.elsewhere },
      ...(where && { link: documentLink(where, scope) }),
      where,
      cells: cellsOf(inside, top),
    };
  });
  const compare = inPlaceOrder(scope);
  places.sort((a, b) => Number(!a.where) - Number(!b.where) || compare(a, b));
  const columns: GridColumn[] = [];
  let column = 0;
  for (const { title, link, cells } of places) {
    const lanes = lanesOf(cells);
    columns.push({
      title,
      link,
      column,
      lanes: Math.min(lanes, MOST_COLUMNS),
      cells: cells.map(({ slot, row, rows, lane }) => ({
        slot: slotView(slot, scope, { day }),
        row,
        rows,
        column: Math.min(column + lane, MOST_COLUMNS - 1),
      })),
    });
    column = Math.min(column + lanes, MOST_COLUMNS - 1);
  }
  const bottom = Math.max(0, ...columns.flatMap(({ cells }) => cells.map(({ row, rows }) => row + rows)));
  const hours = Array.from({ length: Math.ceil(bottom / ROWS_AN_HOUR) }, (_, index) => top + index * 3_600_000);
  return {
    key: `d${day}`,
    title: dayText(day, scope),
    starts: startsIn(day, slots, scope),
    continuing: slots.filter((slot) => slot.day !== day).map((slot) => slotView(slot, scope, { day })),
    hours: hours.map((hour, index) => ({
      row: index * ROWS_AN_HOUR,
      machine: dates.machine(hour),
      text: dates.time(hour),
    })),
    columns,
    width: Math.max(1, column),
  };
}

/**
 * The layout of a day as a grid: a row for every five minutes, a column for every place, and further columns where entries
 * of a place overlap. Pure numbers: templates turn them into the class names of a generated style sheet.
 */
interface Span {
  readonly start: number;
  readonly end: number;
}

interface GridCell<S extends Span> {
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
const ROWS_AN_HOUR = 12;

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
