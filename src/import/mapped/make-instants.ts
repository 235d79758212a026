/** Instants from the dates, times of day and durations of a row. */
import { UserError } from '../../diagnostics/errors.ts';
import { epochOf, instantText, readDayOrInstant, readInstant } from '../../values/instants.ts';
import { IncompleteMapping, madeValues, type Expression, type MadeValue, type Taking } from '../mapping.ts';
import { timezoneNeeded } from '../source.ts';
import type { MappedRows, Row } from './rows.ts';
import { takeValues, textOf } from './take-values.ts';
import {
  orderShownBy,
  readDuration,
  readTimeOfDay,
  readWrittenTime,
  type DateOrder,
  type WrittenTime,
} from './written-times.ts';

/** A value that cannot be read, and why. */
export class Unreadable {
  readonly found: Row;
  readonly message: string;
  readonly suggestion: string | undefined;

  constructor(found: Row, message: string, suggestion?: string) {
    this.found = found;
    this.message = message;
    this.suggestion = suggestion;
  }
}

export interface TimeContext {
  readonly order: DateOrder | undefined;
  /** Of times without an offset. */
  readonly timezone: string | undefined;
  /** For messages. */
  readonly title: string;
  /** Counts something that people should know: a noun, and what is special about it. */
  readonly note: (noun: string, rest: string) => void;
}

/** The start of the entry, if the instant is its end. */
interface Started {
  readonly start: string | undefined;
  readonly expression: Expression | undefined;
}

function datedBy(expression: Expression | undefined): string | Taking | undefined {
  if (typeof expression !== 'object') return expression;
  return 'date' in expression ? expression.date : 'duration' in expression ? undefined : expression;
}

export function makeInstant(
  { expression, schema }: MadeValue,
  row: Row,
  { order, timezone, title, note }: TimeContext,
  end: Started | undefined,
): string | undefined | Unreadable {
  if (typeof expression === 'object' && 'duration' in expression)
    return afterDuration(expression, row, end?.start, timezone);
  const whole = typeof expression === 'object' && 'date' in expression ? expression : undefined;
  const [dated] = takeValues(datedBy(expression)!, row);
  const [timed] = whole?.time === undefined ? [] : takeValues(whole.time, row);
  const found = dated ?? timed;
  if (!found) return undefined;
  const ofDate = dated && readWrittenTime(textOf(dated) ?? '', order, whole?.part);
  const ofTime = timed && readTimeOfDay(textOf(timed) ?? '', whole?.part);
  if (timed && !ofTime) return notA('time of day', timed, 'write it as 20:30');
  const day = ofDate?.day ?? ((ofDate ?? ofTime) ? end?.start?.slice(0, 10) : undefined);
  if (day === undefined || (dated && !ofDate))
    return notA('date', found, 'write it with its year, such as 2027-06-18 20:30');
  const written = { ...(ofTime ?? ofDate!), day };
  if (timezone === undefined && written.offset === '') throw timezoneNeeded(title);
  if (written.clock === undefined && !end && !schema['x-day'])
    note('date', 'without a time of day: these entries last whole days');
  const lastsDays = written.clock === undefined && end !== undefined;
  const instant = inZone(lastsDays ? { ...written, day: dayAfter(day) } : written, timezone, found);
  const isAfterMidnight =
    typeof instant === 'string' &&
    end?.start !== undefined &&
    epochOf(instant) < epochOf(end.start) &&
    // The date is that of the start.
    (ofDate?.day === undefined || JSON.stringify(datedBy(expression)) === JSON.stringify(datedBy(end.expression)));
  if (!isAfterMidnight) return instant;
  note('row', 'with an end after midnight');
  return inZone({ ...written, day: dayAfter(day) }, timezone, found);
}

export const notA = (what: string, found: Row, suggestion: string): Unreadable =>
  new Unreadable(found, `\`${String(found.value).slice(0, 80)}\` is not a ${what}`, suggestion);

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

function inZone({ day = '', clock, offset }: WrittenTime, zone = 'UTC', found: Row): string | Unreadable {
  if (clock === '24:00:00') return inZone({ day: dayAfter(day), clock: '00:00:00', offset }, zone, found);
  const read = clock === undefined ? readDayOrInstant(day, zone) : readInstant(`${day}T${clock}${offset}`, zone);
  if (read.type === 'instant') return read.text;
  if (read.type === 'not-a-time') return new Unreadable(found, read.reason);
  const time = `${day} ${clock} ${read.type === 'skipped' ? 'does not exist' : 'exists twice'} in ${zone}`;
  const choice = read.type === 'skipped' ? read.next : `${read.earlier} or ${read.later}`;
  return new Unreadable(found, `${time}, because the clocks change`, `write ${choice}`);
}

function afterDuration(
  { duration, unit = 'minutes' }: Extract<Expression, { duration: unknown }>,
  row: Row,
  start: string | undefined,
  timezone: string | undefined,
): string | undefined | Unreadable {
  const [found] = takeValues(duration, row);
  if (!found || start === undefined) return undefined;
  const minutes = readDuration(textOf(found) ?? '', unit);
  if (minutes === undefined) return notA('duration', found, 'write it as 90, 1:30 or 1h30');
  const ownOffset = /[+-]\d\d:\d\d$/.exec(start)?.[0];
  return instantText(epochOf(start) + Math.round(minutes * 60_000), timezone ?? ownOffset ?? 'UTC');
}

/** The order of day and month that the values show: 13/04 decides. Never a guess. */
export function dateOrderIn(selected: readonly MappedRows[], proposed: string | undefined): DateOrder | undefined {
  const shown = new Map<string, Row>();
  for (const { records, rows } of selected) {
    const instants = madeValues(records.fields).filter(({ schema }) => schema.format === 'instant');
    const dates = instants.flatMap(({ expression }) => datedBy(expression) ?? []);
    for (const found of rows.flatMap((row) => dates.flatMap((date) => takeValues(date, row)))) {
      const order = orderShownBy(String(found.value));
      if (order !== undefined && !shown.has(order)) shown.set(order, found);
    }
  }
  const [dayFirst, monthFirst, either] = ['day-month', 'month-day', 'either'].map((order) => shown.get(order));
  const place = ({ file, path, value }: Row) => `\`${String(value)}\` in line ${file.spanOf(path).line}`;
  if (dayFirst && monthFirst)
    throw orderNeeded(`${place(dayFirst)} has the day first, and ${place(monthFirst)} the month`, proposed);
  if (either && !dayFirst && !monthFirst)
    throw orderNeeded(`no date shows whether the day or the month comes first: ${place(either)} can be both`, proposed);
  return dayFirst ? 'day-month' : monthFirst ? 'month-day' : undefined;
}

/** Where the proposed mapping needs a line more, it is shown. */
const orderNeeded = (message: string, proposed: string | undefined): UserError =>
  proposed === undefined
    ? new UserError(message, { suggestion: 'write `dates: day-month` or `dates: month-day` in the mapping' })
    : new IncompleteMapping(
        message,
        'it needs `dates: day-month` or `dates: month-day`',
        proposed.replace('\n', '\ndates: # day-month or month-day\n'),
      );
