/** Instants from the dates, times of day and durations of a row. */
import { count } from '../../diagnostics/count.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { epochOf, instantText, offsetOf, readDayOrInstant, readInstant } from '../../values/instants.ts';
import { callOf, IncompleteMapping, type Call } from '../mapping.ts';
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

interface MadeInstant {
  readonly text: string;
  /** True for a date alone. */
  readonly isDay: boolean;
}

/** The start of the entry, if the instant is its end. */
interface Started {
  readonly start: MadeInstant | undefined;
  readonly call: Call | undefined;
}

/** An end is what the row says, or else a duration after the start. */
export function makeInstant(call: Call, row: Row, reading: Reading, end?: Started): MadeInstant | undefined {
  const written = writtenInstant(call, row, reading, end);
  // `part: end` of `10:30` is its start.
  const isNone = !written || (call.part === 'end' && written.text === end?.start?.text);
  const made = isNone && end?.start ? afterDuration(call, row, reading, end.start) : written;
  if (made && end?.start && made.isDay !== end.start.isDay)
    return reading.refuse(row, 'only one of its start and its end has a time of day', 'add it to the other one');
  if (made?.isDay && end)
    reading.note((times) => `${count(times, 'row')} without a time of day: these entries last whole days`);
  return made;
}

function writtenInstant(call: Call, row: Row, reading: Reading, end: Started | undefined): MadeInstant | undefined {
  const { date = call, time, part } = call;
  const [[dated], [timed]] = [takeValues(date, row), time ? takeValues(time, row) : []];
  const found = dated ?? timed;
  // The date alone does not say what the empty cell beside it would.
  if (!found || (time && !timed)) return undefined;
  const { order, timezone, title } = reading.settings;
  const refuse = (what: string, at: Row, help: string) =>
    reading.refuse(at, `\`${String(at.value).slice(0, 80)}\` is not ${what}`, help);
  const ofDate = dated && readWrittenTime(textOf(dated) ?? '', order, part);
  const ofTime = timed && readTimeOfDay(textOf(timed) ?? '', part);
  if (timed && !ofTime) return refuse('a time of day', timed, 'write it as 20:30');
  const day = ofDate?.day ?? ((ofDate ?? ofTime) ? end?.start?.text.slice(0, 10) : undefined);
  if (day === undefined && !dated)
    return reading.refuse(row, 'this row has no date', 'write the date of its time of day');
  if (day === undefined || (dated && !ofDate))
    return refuse('a date', found, 'write it with its year, such as 2027-06-18 20:30');
  const written = { ...(ofTime ?? ofDate!), day };
  if (timezone === undefined && written.offset === '') throw timezoneNeeded(title);
  const isDay = written.clock === undefined;
  const text = inZone(isDay && end ? { ...written, day: dayAfter(day) } : written, found, reading);
  const isAfterMidnight =
    text !== undefined &&
    end?.start !== undefined &&
    epochOf(text) < epochOf(end.start.text) &&
    // The date is that of the start.
    (ofDate?.day === undefined ||
      JSON.stringify(callOf(date)) === JSON.stringify(end.call && callOf(end.call.date ?? end.call)));
  if (!isAfterMidnight) return text === undefined ? undefined : { text, isDay };
  reading.note((times) => `${count(times, 'row')} with an end after midnight`);
  const next = inZone({ ...written, day: dayAfter(day) }, found, reading);
  return next === undefined ? undefined : { text: next, isDay };
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
  { text, isDay }: MadeInstant,
): MadeInstant | undefined {
  const [found] = duration === undefined ? [] : takeValues(duration, row);
  if (!found) return undefined;
  const minutes = readDuration(textOf(found) ?? '', unit);
  if (minutes === undefined)
    return reading.refuse(found, `\`${String(found.value)}\` is not a duration`, 'write it as 90, 1:30 or 1h30');
  const zone = reading.settings.timezone ?? offsetOf(text);
  return {
    text: instantText(epochOf(text) + Math.round(minutes * 60_000), zone),
    isDay: isDay && minutes % 1440 === 0,
  };
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
