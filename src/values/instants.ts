/**
 * Times in files: ISO 8601, with an offset or in a time zone's local time. A local time may not exist, or exist twice,
 * when clocks change; both are reported and never guessed.
 */
import { onceEach } from './once-each.ts';

export type ReadInstant =
  | { readonly type: 'instant'; readonly epoch: number; readonly text: string }
  | { readonly type: 'not-a-time'; readonly reason: string }
  | { readonly type: 'skipped'; readonly next: string }
  | { readonly type: 'twice'; readonly earlier: string; readonly later: string };

const FORM = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export function readInstant(text: string, timezone: string): ReadInstant {
  const match = FORM.exec(text);
  if (!match) return { type: 'not-a-time', reason: 'expected a date and a time of day' };
  const [, year, month, day, hour, minute, second = '00', fraction = '', offset] = match;
  const date = new Date(Date.UTC(2000, 0, 1));
  // `Date.UTC` would read the year 50 as 1950.
  const local = date.setUTCFullYear(+year!, +month! - 1, +day!) + ((+hour! * 60 + +minute!) * 60 + +second!) * 1000;
  if (+month! < 1 || +month! > 12 || +day! < 1)
    return { type: 'not-a-time', reason: `${year}-${month}-${day} is not a valid date` };
  if (date.getUTCDate() !== +day!) return { type: 'not-a-time', reason: daysIn(+year!, +month!) };
  if (+hour! > 23 || +minute! > 59 || +second! > 59)
    return { type: 'not-a-time', reason: `${hour}:${minute}:${second} is not a valid time of day` };
  const written = `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction}`;
  const milliseconds = Number(fraction.slice(1, 4).padEnd(3, '0'));
  if (offset !== undefined) return withOffset(written, local + milliseconds, offset);

  const offsets = possibleOffsets(local, timezone);
  const [first, last] = [offsets.at(0), offsets.at(-1)];
  if (first === undefined || last === undefined) return { type: 'skipped', next: afterGap(local, timezone) };
  if (first !== last)
    return { type: 'twice', earlier: written + formatOffset(last), later: written + formatOffset(first) };
  return { type: 'instant', epoch: local + milliseconds - first, text: written + formatOffset(first) };
}

function daysIn(year: number, month: number): string {
  const last = new Date(Date.UTC(year, month, 0));
  return `${last.toLocaleDateString('en', { month: 'long', timeZone: 'UTC' })} ${year} has ${last.getUTCDate()} days`;
}

/** The start of a day: later than midnight where the clocks skip it, the first midnight where they repeat it. */
export function readDayOrInstant(text: string, timezone: string): ReadInstant {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  if (!isDay && !FORM.test(text)) return { type: 'not-a-time', reason: 'expected a date, or a date and a time of day' };
  if (!isDay) return readInstant(text, timezone);
  const midnight = readInstant(`${text}T00:00`, timezone);
  return midnight.type === 'not-a-time' ? midnight : readInstant(nearestInstant(midnight)!, timezone);
}

/** For whom nobody can ask: the first time after those that the clocks skip, and the earlier of two. */
export function nearestInstant(read: ReadInstant): string | undefined {
  if (read.type === 'not-a-time') return undefined;
  return read.type === 'instant' ? read.text : read.type === 'skipped' ? read.next : read.earlier;
}

/** The epoch of a time that is known to be valid. */
export function epochOf(text: string): number {
  return Date.parse(text);
}

function withOffset(written: string, local: number, offset: string): ReadInstant {
  if (offset.toUpperCase() === 'Z') return { type: 'instant', epoch: local, text: `${written}Z` };
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset)!;
  if (+hours! > 14 || +minutes! > 59) return { type: 'not-a-time', reason: `${offset} is not an offset from UTC` };
  const shift = (sign === '-' ? -1 : 1) * (+hours! * 60 + +minutes!) * MINUTE;
  return { type: 'instant', epoch: local - shift, text: `${written}${sign}${hours}:${minutes}` };
}

/** The offsets, smallest first, for which the local time exists: none in a gap, two in an overlap. */
function possibleOffsets(local: number, timezone: string): readonly number[] {
  const around = [offsetAt(local - DAY, timezone), offsetAt(local + DAY, timezone)];
  const distinct = [...new Set(around)].sort((a, b) => a - b);
  return distinct.filter((offset) => offsetAt(local - offset, timezone) === offset);
}

/** True in an hour that the clocks repeat, as at the end of summer time. */
export const isRepeated = (epoch: number, timezone: string): boolean =>
  possibleOffsets(epoch + offsetAt(epoch, timezone), timezone).length > 1;

function afterGap(local: number, timezone: string): string {
  const before = offsetAt(local - DAY, timezone);
  return instantText(local - before, timezone);
}

/** All time zones change their clocks on a quarter of an hour. */
const QUARTER = 15 * MINUTE;

/**
 * A value that depends on the instant and the time zone and is constant for a quarter of an hour. Cached, because
 * `Intl` is slow.
 */
export function byQuarter<T>(work: (epoch: number) => T): (epoch: number) => T {
  const within = onceEach((quarter: number) => work(quarter * QUARTER), 50_000);
  return (epoch) => within(Math.floor(epoch / QUARTER));
}

const zoneNamed = onceEach((timezone: string) => {
  const formatter = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' });
  return byQuarter((instant) => offsetBy(formatter, instant));
});

export function offsetAt(epoch: number, timezone: string): number {
  const zone = zoneNamed(timezone);
  const week = Math.floor(epoch / WEEK) * WEEK;
  const before = zone(week);
  return before === zone(week + WEEK) ? before : zone(epoch);
}

/** No time zone changes its clocks and back within one: thousands of articles need the offsets of a few hundred. */
const WEEK = 7 * DAY;

function offsetBy(formatter: Intl.DateTimeFormat, epoch: number): number {
  // `6/18/2027, GMT+02:00`: its parts would take twice as long.
  const match = /GMT([+-])(\d{2}):(\d{2})/.exec(formatter.format(epoch));
  if (!match) return 0;
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3])) * MINUTE;
}

/** ISO 8601 in the time zone's local time, with its offset. */
export function instantText(epoch: number, timezone: string): string {
  const offset = offsetAt(epoch, timezone);
  return new Date(epoch + offset).toISOString().slice(0, 19) + formatOffset(offset);
}

/** The offset of a time as a time zone. */
export const offsetOf = (text: string): string => /[+-]\d\d:\d\d$/.exec(text)?.[0] ?? 'UTC';

function formatOffset(offset: number): string {
  const minutes = Math.abs(offset) / MINUTE;
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}
