/**
 * Dates and times of day as people write them in tables: 18.06.2027 20:30, June 18, 9h30, 9:30 pm, 9:00 – 10:30. Nothing
 * is guessed: 05/06/2027 needs the order of day and month.
 */
import { datesIn, offsetIn, two } from '../../values/meant-instant.ts';

export type DateOrder = 'day-month' | 'month-day';

export interface WrittenTime {
  /** As 2027-06-18; absent if there is only a time of day. */
  readonly day?: string;
  /** As 20:30:00; absent for a whole day. */
  readonly clock?: string;
  /** Empty for local time. */
  readonly offset: string;
}

/** The order that a date shows: `either` if both are possible, undefined if there is no such question. */
export function orderShownBy(text: string): DateOrder | 'either' | undefined {
  const [, one, mark, other] = /^(\d{1,2})([-/.])(\d{1,2})\2\d{2,4}/.exec(withoutWeekday(text.trim())) ?? [];
  if (one === undefined || mark === '.' || one === other) return undefined;
  const [less, more] = [+one, +other!].sort((a, b) => a - b);
  // `32/06/2027` is no date, so it shows nothing.
  if (less! > 12 || more! > 31) return undefined;
  return more! <= 12 ? 'either' : +one > 12 ? 'day-month' : 'month-day';
}

/** Undefined if it is no date, or if its order is needed and unknown. */
export function readWrittenTime(
  text: string,
  order: DateOrder | undefined,
  part: 'start' | 'end' = 'start',
): WrittenTime | undefined {
  const written = text.trim();
  if (/^\d{10}(?:\d{3})?$/.test(written)) {
    const utc = new Date(Number(written.slice(0, 10)) * 1000).toISOString();
    return { day: utc.slice(0, 10), clock: utc.slice(11, 19), offset: 'Z' };
  }
  const inThisCentury = withoutWeekday(written).replace(/^(\d{1,2})([-/.])(\d{1,2})\2(\d{2})(?!\d)/, '$1$2$3$220$4');
  const dates = datesIn(inThisCentury);
  const found = dates.length > 1 ? (order === undefined ? undefined : dates[order === 'day-month' ? 0 : 1]) : dates[0];
  if (!found) return readTimeOfDay(written, part);
  const day = `${found.year}-${two(found.month)}-${two(found.day)}`;
  const date = new Date(`${day}T00:00:00Z`);
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
  const time = found.rest === '' ? { offset: '' } : readTimeOfDay(found.rest, part);
  return isDay && time ? { ...time, day } : undefined;
}

/** `Sat., 18 June` and `samedi 18/06` without the name of the day. A name of a month before a year stays. */
const withoutWeekday = (text: string): string =>
  text.replace(/^\p{L}+\.?,?\s+(?=\d{1,2}[./-]\d|\d{1,2}(?:\.|er|st|nd|rd|th)?\s+\p{L}|\d{4}-|\p{L}+\s+\d)/u, '');

const CLOCK =
  /^[T,\s]*(?:at |um |à |alle |a las |às )?(\d{1,2})(?:\s*(?:[:.h]|uhr)\s*(\d{2}))?(?::(\d{2})(?:[.,]\d+)?)?\s*(?:h|uhr)?\s*([ap])?(?:\.?\s?m\b\.?)?\s*(.*)$/iu;
const RANGE = /^(\D*\d[^-–—→]*?)\s*(?:[-–—→]|\b(?:to|until|bis|tot|alle|à|às|a)\b)\s*(\d.*)$/iu;

/** `T10:30-07:00` and `10:30:00-07:00` have an offset. */
const rangeIn = (written: string): RegExpExecArray | null =>
  /^T|^\d{4}-|:\d\d:\d\d(?:[.,]\d+)?\s*-\d\d:?\d\d$/i.test(written) ? null : RANGE.exec(written);

/** A time of day, or one of the two in `9:00 - 10:30`. */
export function readTimeOfDay(text: string, part: 'start' | 'end' = 'start'): WrittenTime | undefined {
  const written = text.trim();
  const [, first, last] = rangeIn(written) ?? [];
  if (first === undefined || last === undefined) return readClock(written);
  const [start, end] = [readClock(first), readClock(last)];
  if (!start || !end || part === 'end') return start && end;
  // `9:00 - 10:30 pm`: both are in the evening, unless it would end before it starts.
  const half = /[ap]\.?m/i.exec(last)?.[0];
  const inSameHalf = half === undefined || /[ap]\.?\s?m/i.test(first) ? undefined : readClock(`${first} ${half}`);
  return inSameHalf?.clock !== undefined && inSameHalf.clock <= end.clock! ? inSameHalf : start;
}

export const isTimeRange = (text: string): boolean =>
  rangeIn(text.trim()) !== null && datesIn(text.trim()).length === 0 && readTimeOfDay(text, 'end') !== undefined;

function readClock(text: string): WrittenTime | undefined {
  const digits = /^([01]\d|2[0-3])([0-5]\d)$/.exec(text);
  const [, hour, minute = '00', second = '00', half, rest = ''] =
    CLOCK.exec(digits ? `${digits[1]}:${digits[2]}` : text) ?? [];
  const offset = offsetIn(rest.trim());
  if (hour === undefined || offset === undefined || +minute > 59 || +second > 59) return undefined;
  // `20:30 PM` can only mean 20:30.
  const hours = half === undefined || +hour > 12 ? +hour : (+hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  if (hours > 24 || (hours === 24 && +minute > 0)) return undefined;
  return { clock: `${two(hours)}:${minute}:${second}`, offset };
}

/** Minutes: `90`, `1:30`, `1h30`, `45 min`, `1.5 h`, `PT1H30M`. */
export function readDuration(text: string, unit: 'minutes' | 'hours'): number | undefined {
  const written = text.trim().replace(',', '.');
  const [, days, hours, minutes] =
    /^P(?=\w)(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:\d+S)?)?$/.exec(written) ??
    /^()(\d{1,3})\s*(?:[:h]|hours?|hrs?|heures?|std\.?)\s*(\d{1,2})?\s*(?:m|min\.?|minutes?)?(?::00)?$/i.exec(
      written,
    ) ??
    [];
  if (days !== undefined || hours !== undefined || minutes !== undefined)
    return Number(days ?? 0) * 1440 + Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  const [, number, word = ''] = /^(\d+(?:\.\d+)?)\s*(\p{L}*)\.?$/u.exec(written) ?? [];
  if (number === undefined || !/^(?:|m|h|min\w*|mn|h\w*|std|stunden?|ore|ora|uur|uren)$/iu.test(word)) return undefined;
  const isHours = word === '' ? unit === 'hours' : !/^m/i.test(word);
  // `1.5` minutes are hours that somebody forgot to name.
  if (!isHours && number.includes('.')) return undefined;
  return Number(number) * (isHours ? 60 : 1);
}
