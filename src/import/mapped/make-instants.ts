/** Instants from the dates, times of day and durations of a row. */
import { count } from '../../diagnostics/count.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { epochOf, instantText, readDayOrInstant, readInstant } from '../../values/instants.ts';
import { callOf, IncompleteMapping, type Call, type MadeValue } from '../mapping.ts';
import { timezoneNeeded } from '../source.ts';
import type { Reading } from './reading.ts';
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

/** The start of the entry, if the instant is its end. */
interface Started {
  readonly start: string | undefined;
  readonly call: Call | undefined;
}

export function makeInstant(
  { call, schema }: MadeValue,
  row: Row,
  reading: Reading,
  end: Started | undefined,
): string | undefined {
  if (call.duration) return afterDuration(call, row, reading, end?.start);
  const { date = call, time, part } = call;
  const [[dated], [timed]] = [takeValues(date, row), time ? takeValues(time, row) : []];
  const found = dated ?? timed;
  if (!found) return undefined;
  const { order, timezone, title } = reading.settings;
  const refuse = (what: string, at: Row, help: string) =>
    reading.refuse(at, `\`${String(at.value).slice(0, 80)}\` is not ${what}`, help);
  const ofDate = dated && readWrittenTime(textOf(dated) ?? '', order, part);
  const ofTime = timed && readTimeOfDay(textOf(timed) ?? '', part);
  if (timed && !ofTime) return refuse('a time of day', timed, 'write it as 20:30');
  const day = ofDate?.day ?? ((ofDate ?? ofTime) ? end?.start?.slice(0, 10) : undefined);
  if (day === undefined || (dated && !ofDate))
    return refuse('a date', found, 'write it with its year, such as 2027-06-18 20:30');
  const written = { ...(ofTime ?? ofDate!), day };
  if (timezone === undefined && written.offset === '') throw timezoneNeeded(title);
  const isDay = written.clock === undefined;
  if (isDay && !end && !schema['x-day'])
    reading.note((times) => `${count(times, 'date')} without a time of day: these entries last whole days`);
  const instant = inZone(isDay && end ? { ...written, day: dayAfter(day) } : written, found, reading);
  const isAfterMidnight =
    instant !== undefined &&
    end?.start !== undefined &&
    epochOf(instant) < epochOf(end.start) &&
    // The date is that of the start.
    (ofDate?.day === undefined ||
      JSON.stringify(callOf(date)) === JSON.stringify(end.call && callOf(end.call.date ?? end.call)));
  if (!isAfterMidnight) return instant;
  reading.note((times) => `${count(times, 'row')} with an end after midnight`);
  return inZone({ ...written, day: dayAfter(day) }, found, reading);
}

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

function inZone({ day = '', clock, offset }: WrittenTime, found: Row, reading: Reading): string | undefined {
  if (clock === '24:00:00') return inZone({ day: dayAfter(day), clock: '00:00:00', offset }, found, reading);
  const { timezone: zone = 'UTC' } = reading.settings;
  const read = clock === undefined ? readDayOrInstant(day, zone) : readInstant(`${day}T${clock}${offset}`, zone);
  if (read.type === 'instant') return read.text;
  if (read.type === 'not-a-time') return reading.refuse(found, read.reason);
  const time = `${day} ${clock} ${read.type === 'skipped' ? 'does not exist' : 'exists twice'} in ${zone}`;
  const choice = read.type === 'skipped' ? read.next : `${read.earlier} or ${read.later}`;
  return reading.refuse(found, `${time}, because the clocks change`, `write ${choice}`);
}

function afterDuration(
  { duration, unit = 'minutes' }: Call,
  row: Row,
  reading: Reading,
  start: string | undefined,
): string | undefined {
  const [found] = takeValues(duration!, row);
  if (!found || start === undefined) return undefined;
  const minutes = readDuration(textOf(found) ?? '', unit);
  if (minutes === undefined)
    return reading.refuse(found, `\`${String(found.value)}\` is not a duration`, 'write it as 90, 1:30 or 1h30');
  const ownOffset = /[+-]\d\d:\d\d$/.exec(start)?.[0];
  return instantText(epochOf(start) + Math.round(minutes * 60_000), reading.settings.timezone ?? ownOffset ?? 'UTC');
}

/** The order of day and month that the values show: 13/04 decides. Never a guess. */
export function dateOrderIn(selected: readonly MappedRows[], proposed: string | undefined): DateOrder | undefined {
  const shown = new Map<string, Row>();
  for (const { records, rows } of selected) {
    const instants = [...records.made.values()].filter(({ schema }) => schema.format === 'instant');
    const dates = instants.flatMap(({ call }) => (call.duration ? [] : [call.date ?? call]));
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
