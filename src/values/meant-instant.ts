/**
 * Guesses the time that a text means which is not written as ISO 8601: only to suggest it, never to use it. An import
 * reads the dates in tables with its parts, and asks where there are two readings.
 */
import { instantText, nearestInstant, readInstant } from './instants.ts';

/** By the first letters of their names, also in French, Spanish, German, Italian, Dutch and Portuguese. */
const MONTHS = [
  /^jan|^ene|^gen/i,
  /^f[eé][bv]/i,
  /^m[aä]r|^maa/i,
  /^a[pbv]r/i,
  /^ma[giy]|^mei/i,
  /^jui?n|^giu/i,
  /^jui?l|^lug/i,
  /^a(?:ug|o[uû]|go)/i,
  /^se[pt]/i,
  /^o[ckut]t|^out/i,
  /^nov/i,
  /^d[eéi][cz]/i,
];
const DAY = String.raw`(\d{1,2})(?:st|nd|rd|th|er|\.)?`;
const MONTH = String.raw`(\p{L}{3,})\.?`;
const TIME = /^[T,\s]*(?:at\s+)?(\d{1,2})(?:[:.h](\d{2}))?(?:[:.](\d{2}))?(?:[.,]\d+)?\s*([ap]m)?(.*)$/i;
const OFFSET = /^([+-])(\d{1,2}):?(\d{2})?$/;
/** Abbreviations that mean the same offset everywhere. */
const ZONES = new Map(
  'WET+0 WEST+1 CET+1 CEST+2 EET+2 EEST+3 EDT-4 EST-5 CDT-5 MDT-6 PDT-7 PST-8'
    .split(' ')
    .map((zone) => [zone.slice(0, -2), zone.slice(-2)]),
);

/** With its offset. `isDay`: the text has no time of day, and `text` is an example of one. */
export interface MeantInstant {
  readonly text: string;
  readonly isDay: boolean;
}

/** Two if a text like 05/06/2027 can be read in two ways; none if the meaning is unclear. */
export function meantInstants(text: string, timezone: string): readonly MeantInstant[] {
  const seconds = /^\d{10}$/.exec(text.trim());
  if (seconds) return [{ text: instantText(Number(seconds[0]) * 1000, timezone), isDay: false }];
  return datesIn(text.trim()).flatMap((found) => meantBy(found, timezone) ?? []);
}

function meantBy({ year, month, day, rest }: FoundDate, timezone: string): MeantInstant | undefined {
  const isDay = rest === '';
  const [, hour = '', minute = '00', second = '00', half, zone = ''] = TIME.exec(isDay ? '20:00' : rest) ?? [];
  const offset = offsetIn(zone.trim());
  if (hour === '' || month < 1 || month > 12 || day < 1 || day > 31 || offset === undefined) return undefined;
  const hours = half === undefined ? +hour : (+hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  // The 31st of June is its last day, and 24:00 is midnight of the next.
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const date = new Date(Date.UTC(year, month - 1, Math.min(day, lastDay) + (hours === 24 ? 1 : 0)));
  const clock = [hours % 24, minute, second].map(two).join(':');
  const read = readInstant(`${date.toISOString().slice(0, 10)}T${clock}${offset}`, timezone);
  const nearest = nearestInstant(read);
  return hours > 24 || nearest === undefined ? undefined : { text: nearest, isDay };
}

export const two = (value: number | string): string => String(value).padStart(2, '0');

export interface FoundDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly rest: string;
}

/** Two, the day first and then the month first, if the text can be read in two ways. */
export function datesIn(text: string): readonly FoundDate[] {
  const yearFirst =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)(.*)$/.exec(text) ?? /^(\d{4})(\d\d)(\d\d)(?!\d)(.*)$/.exec(text);
  if (yearFirst) return [dated(yearFirst[1], yearFirst[2], yearFirst[3], yearFirst[4])];
  const numbers = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(.*)$/.exec(text);
  if (numbers) {
    const [, one, mark, other, year, rest] = numbers;
    const [dayFirst, monthFirst] = [dated(year, other, one, rest), dated(year, one, other, rest)];
    if (mark === '.' || +one! > 12 || one === other) return [dayFirst];
    return +other! > 12 ? [monthFirst] : [dayFirst, monthFirst];
  }
  const words = text.replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\s+/i, '');
  const dayFirst = new RegExp(`^${DAY}[\\s-]+(?:de )?${MONTH},?[\\s-]+(?:de )?(\\d{4})(.*)$`, 'iu').exec(words);
  if (dayFirst) return [dated(dayFirst[3], monthNamed(dayFirst[2]), dayFirst[1], dayFirst[4])];
  const monthFirst = new RegExp(`^${MONTH}\\s+${DAY},?\\s+(\\d{4})(.*)$`, 'iu').exec(words);
  return monthFirst ? [dated(monthFirst[3], monthNamed(monthFirst[1]), monthFirst[2], monthFirst[4])] : [];
}

const monthNamed = (name = ''): number => MONTHS.findIndex((month) => month.test(name)) + 1;

const dated = (year: string | undefined, month: string | number | undefined, day?: string, rest = ''): FoundDate => ({
  year: Number(year),
  month: Number(month),
  day: Number(day),
  rest: rest.trim(),
});

/** Empty for the site's time zone; undefined if it is not an offset. */
export function offsetIn(zone: string): string | undefined {
  const written = zone.replace(/\[.*\]$/, '');
  if (written === '' || /^(?:Z|UTC|GMT)$/i.test(written)) return written === '' ? '' : 'Z';
  const [, sign, hours, minutes = '00'] = OFFSET.exec(ZONES.get(written.toUpperCase()) ?? written) ?? [];
  return sign === undefined ? undefined : `${sign}${two(hours!)}:${minutes}`;
}
