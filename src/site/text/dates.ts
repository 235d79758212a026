/** Dates, times and numbers in the language of a page and the time zone of the site. */
import { byQuarter, instantText, isRepeated, offsetAt } from '../../values/instants.ts';
import { onceEach, rememberRecent } from '../../values/once-each.ts';
import { once } from '../../values/once.ts';
import type { Locale } from '../../kinds/shapes/primitives.ts';
import type { Clock } from '../site-clock.ts';
import { eventDay } from '../event-days.ts';

export type Dates = ReturnType<typeof makeDates>;

export const datesFor = (locale: Locale, timezone: string): Dates => datesIn(timezone)(locale);

const datesIn = onceEach((timezone: string) => onceEach((locale: Locale) => makeDates(locale, timezone)));

// British English, for the day before the month.
const tagOf = (locale: Locale): string => (locale === 'en' ? 'en-GB' : locale);

function makeDates(locale: Locale, timezone: string) {
  // Most sites need a few of these, and to make one takes a millisecond.
  const format = (options: Intl.DateTimeFormatOptions, timeZone = timezone) =>
    once(() => new Intl.DateTimeFormat(tagOf(locale), { timeZone, ...options }));
  const noon = (day: string): number => Date.parse(`${day}T12:00:00Z`);
  const dayIn = (options: Intl.DateTimeFormatOptions) => {
    const written = format(options, 'UTC');
    return rememberRecent((day: string) => written().format(noon(day)));
  };
  const longDay = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  // Everywhere in 24 hours, as in schedules: columns of times are narrow.
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const time = format(clock);
  const timeInZone = format({ ...clock, timeZoneName: 'short' });
  const zone = format({ timeZoneName: 'long' });
  const zoneOfYear = format({ timeZoneName: 'longGeneric' });
  const nameIn = (parts: readonly Intl.DateTimeFormatPart[]): string =>
    parts.find(({ type }) => type === 'timeZoneName')?.value ?? timezone;
  const nameOf = byQuarter((instant) => nameIn(zone().formatToParts(instant)));
  const span = format({ day: 'numeric', month: 'long', year: 'numeric' }, 'UTC');
  const numbers = once(() => new Intl.NumberFormat(tagOf(locale)));
  return {
    /** `vendredi 18 juin 2027` */
    longDay: byDay(timezone, (instant) => longDay().format(instant)),
    /** `20:30`, or `02:30 CEST` in an hour that the clocks repeat. */
    time: rememberRecent((instant: number) => (isRepeated(instant, timezone) ? timeInZone : time)().format(instant)),
    /** `02:00`, also then. */
    hour: (instant: number): string => time().format(instant),
    /** `heure d’été d’Europe centrale` or, of instants before and after a change of the clock, `heure d’Europe centrale` */
    zone: (instants: readonly number[]): string => {
      const [name, ...others] = new Set(instants.map(nameOf));
      return name === undefined || others.length > 0 ? nameIn(zoneOfYear().formatToParts(instants[0])) : name;
    },
    /** For an event day such as `2027-06-18`: `vendredi 18 juin`. */
    eventDay: dayIn({ weekday: 'long', day: 'numeric', month: 'long' }),
    /** `ven. 18` */
    shortEventDay: dayIn({ weekday: 'short', day: 'numeric' }),
    /** `ven. 18 juin` */
    shortEventDayOfMonth: dayIn({ weekday: 'short', day: 'numeric', month: 'short' }),
    /** `vendredi 18 juin 2027` */
    eventDayOfYear: dayIn({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    /** `18 juin 2027` */
    shortEventDayOfYear: dayIn({ day: 'numeric', month: 'short', year: 'numeric' }),
    /** For the search: `18juin2027` and `18062027`. */
    joinedDay: (day: string): string => {
      const parts = new Map(
        span()
          .formatToParts(noon(day))
          .map(({ type, value }) => [type, value]),
      );
      const named = (['day', 'month', 'year'] as const).map((type) => parts.get(type)).join('');
      return `${named} ${day.split('-').reverse().join('')}`;
    },
    /** From one event day to another: `18–20 juin 2027`. */
    range: (first: string, last: string): string => span().formatRange(noon(first), noon(last)),
    /** For machines: local time with its offset. */
    machine: rememberRecent((instant: number) => instantText(instant, timezone)),
    number: (value: number): string => numbers().format(value),
  };
}

const DAY_MS = 86_400_000;

/** Caches a text that is the same all day: formatting is much slower than a lookup. */
function byDay(timezone: string, work: (instant: number) => string): (instant: number) => string {
  const texts = new Map<number, string>();
  return (instant) => {
    const day = Math.floor((instant + offsetAt(instant, timezone)) / DAY_MS);
    let text = texts.get(day);
    if (text === undefined) texts.set(day, (text = work(instant)));
    return text;
  };
}

/** A span of time, for people and for machines. */
export interface TimeView {
  readonly start: string;
  readonly end: string;
  /** The date on which it starts. Outside of the heading of an evening, 01:30 must have its own date. */
  readonly day: string;
  /** The event day, which is that of the evening for a start after midnight. */
  readonly dayKey: string;
  readonly from: string;
  readonly to: string;
  /** The date on which it ends, if that is neither the date nor the event day on which it starts. */
  readonly toDay?: { readonly text: string; readonly short: string } | undefined;
  readonly zone: string;
  /** The local time in the time zone in which it is announced, if it differs. */
  readonly elsewhere?: LocalTimeView | undefined;
}

interface LocalTimeView {
  /** The day, if it differs. */
  readonly day?: string | undefined;
  readonly from: string;
  readonly to: string;
  readonly toDay?: TimeView['toDay'] | undefined;
  readonly zone: string;
}

interface Span {
  readonly start: number;
  readonly end: number;
  /** The time zone in which it is announced, if it has one. */
  readonly timezone?: string | undefined;
}

interface Reader {
  readonly locale: Locale;
  readonly dates: Dates;
  readonly site: {
    readonly timezone: string;
    readonly clock: Pick<Clock, 'hasCome'>;
    readonly programmeYears: readonly string[];
  };
}

/** A day of the programme, with its year if a reader would take it for a day of another year. */
export function dayText(day: string, { dates, site }: Reader): string {
  return needsYear(day, site) ? dates.eventDayOfYear(day) : dates.eventDay(day);
}

/** `beside`: the days next to which it is shown. If they are not all in one month, it includes its own. */
export function shortDayText(day: string, { dates, site }: Reader, beside: readonly string[] = []): string {
  if (needsYear(day, site)) return dates.shortEventDayOfYear(day);
  const month = day.slice(0, 7);
  return beside.some((each) => each.slice(0, 7) !== month) ? dates.shortEventDayOfMonth(day) : dates.shortEventDay(day);
}

/** In a past year, or later than the first year of what is to come: New Year's Day after a programme in summer. */
function needsYear(day: string, site: Reader['site']): boolean {
  const year = day.slice(0, 4);
  if (isPast(year, site)) return true;
  const first = site.programmeYears.find((each) => !isPast(each, site));
  return first !== undefined && year > first;
}

function isPast(year: string, { timezone, clock }: Reader['site']): boolean {
  const newYear = Date.UTC(Number(year) + 1, 0, 1);
  return clock.hasCome(newYear - offsetAt(newYear, timezone));
}

export function timeView(span: Span, reader: Reader): TimeView {
  const { dates, site } = reader;
  return {
    start: dates.machine(span.start),
    end: dates.machine(span.end),
    day: dateText(span.start, reader),
    dayKey: eventDay(span.start, site.timezone),
    from: dates.time(span.start),
    to: dates.time(span.end),
    toDay: lastDate(span, { ...reader, timezone: site.timezone }),
    zone: dates.zone([span.start, span.end]),
    elsewhere: timeElsewhere(span, reader),
  };
}

/** `Friday 18 June, 23:00 – 02:00` */
export const spanText = ({ day, from, to, toDay }: TimeView): string =>
  `${day}, ${from} – ${toDay ? `${toDay.text}, ` : ''}${to}`;

/** The date of an instant, not its event day: "Friday 01:30" would be read as the night before. */
export const dateText = (instant: number, reader: Reader): string => dayText(dateOf(instant, reader), reader);

export const dateOf = (instant: number, { dates }: Pick<Reader, 'dates'>): string =>
  dates.machine(instant).slice(0, 10);

function lastDate(span: Span, reader: Reader & { timezone: string }): TimeView['toDay'] {
  if (!endsLater(span, reader)) return undefined;
  const date = dateOf(span.end, reader);
  return { text: dayText(date, reader), short: shortDayText(date, reader, [dateOf(span.start, reader)]) };
}

/**
 * An event that ends after midnight, or one of that night that ends in the morning, needs no second date, unless it ends
 * at the hour at which it started, or later.
 */
export function endsLater(
  { start, end }: Span,
  { dates, timezone }: { readonly dates: Dates; readonly timezone: string },
): boolean {
  const isSameDay = eventDay(Math.max(start, end - 1), timezone) === eventDay(start, timezone);
  const isWholeDay = dates.machine(end).slice(11) >= dates.machine(start).slice(11);
  return (!isSameDay || isWholeDay) && dateOf(end, { dates }) !== dateOf(start, { dates });
}

function timeElsewhere({ start, end, timezone }: Span, reader: Reader): LocalTimeView | undefined {
  const { locale, site } = reader;
  if (timezone === undefined || timezone === site.timezone) return undefined;
  const showsTheSame = (instant: number): boolean => offsetAt(instant, timezone) === offsetAt(instant, site.timezone);
  if (showsTheSame(start) && showsTheSame(end)) return undefined;
  const dates = datesFor(locale, timezone);
  const there = { ...reader, dates };
  // It is shown below the heading of its evening too.
  const shownDays = [dateOf(start, reader), eventDay(start, site.timezone)];
  const isOtherDate = shownDays.some((day) => day !== dateOf(start, there));
  const toDay = lastDate({ start, end }, { ...there, timezone });
  return {
    ...((isOtherDate || toDay) && { day: dateText(start, there) }),
    from: dates.time(start),
    to: dates.time(end),
    toDay,
    zone: dates.zone([start, end]),
  };
}
