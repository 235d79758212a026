/** When the entries of a calendar with one UID take place: once, by rules and lists of dates, or at changed times. */
import type { Component, Ical, Property } from './ical-lines.ts';
import { LATEST, TIME, timesOf, type CalendarTime, type Clock } from './ical-times.ts';
import type { Days } from './programme.ts';

export interface CalendarEntry {
  readonly clock: Clock;
  readonly component: Component;
  readonly uid: string;
  readonly properties: ReadonlyMap<string, readonly Property[]>;
  readonly start: CalendarTime | undefined;
  readonly end: CalendarTime | undefined;
  /** The original start of an occurrence that was changed. */
  readonly original: CalendarTime | undefined;
  /** A line without which nobody knows when it takes place cannot be read. */
  readonly isBroken: boolean;
}

export interface Occurrence {
  readonly entry: CalendarEntry;
  readonly start: CalendarTime | undefined;
  readonly key: string;
}

interface SeriesOptions {
  readonly parser: Ical;
  /** The days of interest for what has no last date, which is nothing that the files should decide. */
  readonly span: Days | undefined;
  /** The work that was done for the whole source. */
  readonly work: { done: number };
  /** A rule without dates, or with too many. */
  readonly refuse: (entry: CalendarEntry) => void;
}

/** The most occurrences of one entry. */
export const MOST_OCCURRENCES = 1000;
/** For each day that is looked at, which takes some microseconds, and three for each step. */
const MOST_WORK = { entry: 100_000, source: 1_000_000 };
/** Every calendar that a year can have is among so many. */
const MOST_YEARS = 40;
/** For a rule without a last date, if nothing else says how long to follow it. */
export const HORIZON = { dates: 30, days: 366 };

export function occurrencesOf(group: readonly CalendarEntry[], options: SeriesOptions): readonly Occurrence[] {
  const changes = group.filter(({ original }) => original);
  const changed = new Set(changes);
  const others = group.filter(({ original }) => !original);
  const days = new Set<string>();
  /** A series that is moved to another hour keeps its keys. */
  const keyOf = ({ uid }: CalendarEntry, { local }: CalendarTime): string => {
    const day = `${uid}/${local.slice(0, 10)}`;
    if (days.has(day)) return `${uid}/${local}`;
    days.add(day);
    return day;
  };
  const found = others.flatMap((entry): readonly Occurrence[] => {
    if (!repeats(entry) || !entry.start || entry.isBroken) return [{ entry, start: entry.start, key: entry.uid }];
    const changeAt = finder(changes, ({ original }) => original!, entry);
    return startsOf(entry, options).map((start) => {
      const found = changeAt(start);
      const change = found && changed.delete(found) ? found : undefined;
      return { entry: change ?? entry, start: change ? change.start : start, key: keyOf(entry, start) };
    });
  });
  // An occurrence may have been moved into the days of interest.
  const series = others.find(repeats);
  const moved = [...changed].filter(({ start, original, clock }) => {
    return !series || isInside(windowOf(series, options), clock.epochOf(start ?? original!));
  });
  return [...found, ...moved.map((entry) => ({ entry, start: entry.start, key: keyOf(entry, entry.original!) }))];
}

function startsOf(entry: CalendarEntry, options: SeriesOptions): readonly CalendarTime[] {
  const { clock, properties } = entry;
  const window = windowOf(entry, options);
  const [added, excluded] = ['RDATE', 'EXDATE'].map((name) =>
    (properties.get(name) ?? []).flatMap((each) => timesOf(each) ?? []),
  );
  const byRule = startsByRule(entry, window, options);
  const dates = [...(byRule ?? []), ...added!];
  const isRefused = !byRule || dates.length > MOST_OCCURRENCES;
  if (isRefused) options.refuse(entry);
  const byEpoch = new Map([entry.start!, ...(isRefused ? [] : dates)].map((time) => [clock.epochOf(time), time]));
  const exclusionAt = finder(excluded!, (time) => time, entry);
  return [...byEpoch]
    .filter(([epoch, time]) => isInside(window, epoch) && !exclusionAt(time))
    .toSorted(([a], [b]) => a - b)
    .map(([, time]) => time);
}

/** Finds what has the time of an occurrence. If one of the two is a date alone, their dates decide. */
function finder<T>(all: readonly T[], timeOf: (each: T) => CalendarTime, { clock }: CalendarEntry) {
  const dateOf = ({ local }: CalendarTime): string => local.slice(0, 10);
  const inReverse = all.toReversed().map((each) => [timeOf(each), each] as const);
  const byDate = new Map(inReverse.map(([time, each]) => [dateOf(time), each]));
  const timed = inReverse.filter(([time]) => !time.isDay);
  const byEpoch = new Map(timed.map(([time, each]) => [clock.epochOf(time), each]));
  const ofDays = new Map(inReverse.filter(([time]) => time.isDay).map(([time, each]) => [dateOf(time), each]));
  return (time: CalendarTime): T | undefined =>
    time.isDay ? byDate.get(dateOf(time)) : (byEpoch.get(clock.epochOf(time)) ?? ofDays.get(dateOf(time)));
}

const repeats = ({ properties }: CalendarEntry): boolean => properties.has('RRULE') || properties.has('RDATE');

export const isEndless = ({ properties }: CalendarEntry): boolean =>
  (properties.get('RRULE') ?? []).some(({ values }) => {
    const { until, count } = partsOf(values);
    return (until === undefined || String(until) >= LATEST) && count === undefined;
  });

interface Window {
  readonly from: number;
  readonly until: number;
  /** The number of dates after which a rule is not followed any further. */
  readonly dates: number;
}

const isInside = ({ from, until }: Window, epoch: number): boolean => epoch >= from && epoch <= until;

/** Rules that end are followed to their end, so that they have the same dates at every import. */
function windowOf(entry: CalendarEntry, { span }: SeriesOptions): Window {
  const { clock, start } = entry;
  if (!isEndless(entry) || !start) return { from: -Infinity, until: Infinity, dates: Infinity };
  if (span) {
    const at = (local: string): number => clock.epochOf({ local, isDay: false, zone: clock.zoneFor(start) });
    return { from: at(`${span.first}T00:00:00`), until: at(`${span.last}T23:59:59`), dates: Infinity };
  }
  const from = clock.epochOf(start);
  return { from, until: from + HORIZON.days * 86_400_000, dates: HORIZON.dates };
}

/** In the time of the entry's own clock. Undefined for a rule that cannot be followed. */
function startsByRule(entry: CalendarEntry, { from, until, dates }: Window, options: SeriesOptions) {
  const { clock, properties } = entry;
  const start = entry.start!;
  const found: CalendarTime[] = [];
  try {
    for (const { values } of properties.get('RRULE') ?? []) {
      const { until: end, ...parts } = partsOf(values);
      const last = Math.min(until, untilOf(end, start, clock));
      if (Number.isNaN(last)) return undefined;
      const months = [parts['bymonth'] ?? []].flat().map(Number);
      const iterator = searchFor(parts, start, options);
      const before = found.length;
      for (let next = iterator.next(); next; next = iterator.next()) {
        const time = { ...start, local: next.toString() };
        const epoch = clock.epochOf(time);
        if (!(epoch <= last) || time.local >= LATEST) break;
        // ical.js has a first occurrence, and a 30 February, for rules that allow none.
        if (epoch < from || (months.length > 0 && !months.includes(next.month))) continue;
        if (found.push(time) > MOST_OCCURRENCES) return undefined;
        if (found.length - before === dates) break;
      }
    }
  } catch {
    // The errors of ical.js about rules are of no class of their own.
    return undefined;
  }
  return found;
}

const partsOf = (values: readonly unknown[]) => (values[0] ?? {}) as Readonly<Record<string, unknown>>;

/** Searches for dates within the limits, and not at all for a rule that exceeds them with its first one. */
function searchFor(parts: ReturnType<typeof partsOf>, start: CalendarTime, { parser, work }: SeriesOptions) {
  const [days = [], months = []] = ['byday', 'bymonth'].map((name) => [parts[name] ?? []].flat());
  // ical.js looks at every day of a month or a year for weekdays, and at every day that an interval skips.
  const looks = { MONTHLY: 31, YEARLY: 31 * (months.length || 12) }[String(parts['freq'])] ?? 1;
  let [own, yearsWithout] = [0, 0];
  const spend = (): void => {
    const cost = 3 * Number(parts['interval'] ?? 1) + days.length * looks;
    own += cost;
    work.done += cost;
    if (own > MOST_WORK.entry || work.done > MOST_WORK.source) throw new RangeError('too much work');
  };
  spend();
  class Limited extends parser.RecurIterator {
    override check_contracting_rules(): boolean {
      spend();
      yearsWithout = 0;
      return super.check_contracting_rules();
    }
    /** Its constructor looks at 18,000 years for a rule that never comes true, such as a seventh Monday in April. */
    override expand_year_days(year: number): number {
      spend();
      if (++yearsWithout > MOST_YEARS) throw new RangeError('never');
      return super.expand_year_days(year);
    }
  }
  const rule = parser.Recur.fromData(parts as never);
  return new Limited({ rule, dtstart: parser.Time.fromString(start.local, undefined) });
}

/** A day includes all of it. */
function untilOf(end: unknown, start: CalendarTime, clock: Clock): number {
  if (end === undefined) return Infinity;
  const [, day, time, utc] = TIME.exec(String(end)) ?? [];
  if (day === undefined) return Number.NaN;
  if (start.isDay) return clock.epochOf({ ...start, local: day });
  return clock.epochOf({ ...start, local: `${day}T${time ?? '23:59:59'}`, ...(utc && { zone: 'UTC' }) });
}
