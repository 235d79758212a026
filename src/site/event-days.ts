/** Event days end at 06:00, so that a concert at 01:30 belongs to the evening before. */
import { offsetAt } from '../values/instants.ts';
import { onceEach } from '../values/once-each.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const DAY_ENDS_AT = 6 * HOUR;
const MORNING_ENDS_AT = 10 * HOUR;

/** The event day of an instant, as `2027-06-18`. */
export function eventDay(instant: number, timezone: string): string {
  const wallClock = instant + offsetAt(instant, timezone);
  return dayNumbered(Math.floor((wallClock - DAY_ENDS_AT) / DAY));
}

/** By the number of days since the epoch: a page asks for a few days hundreds of times. */
const dayNumbered = onceEach((number: number) => new Date(number * DAY).toISOString().slice(0, 10));

/** Only the first and the last day of a longer span count. */
const MOST_DAYS = 366;

/** The event days of a span. A night that ends by 10:00 belongs to its evening alone. */
export function eventDays(
  { start, end }: { readonly start: number; readonly end: number },
  timezone: string,
): readonly string[] {
  const last = eventDay(Math.max(start, end - 1), timezone);
  const days = [eventDay(start, timezone)];
  if (end - start > MOST_DAYS * DAY) return [...days, last];
  while (days.at(-1)! < last) days.push(dayAfter(days.at(-1)!));
  const endsAt = (end + offsetAt(end, timezone)) % DAY;
  const isNight = days.length === 2 && end - start < DAY && endsAt <= MORNING_ENDS_AT;
  return isNight ? days.slice(0, 1) : days;
}

/** At 06:00, by the clock of the time zone. */
export function startOfDay(day: string, timezone: string): number {
  const local = Date.parse(`${day}T00:00:00Z`) + DAY_ENDS_AT;
  return local - offsetAt(local - offsetAt(local, timezone), timezone);
}

export const endOfDay = (day: string, timezone: string): number => startOfDay(dayAfter(day), timezone);

/** At 10:00 of the next morning, nights are over too. */
export const endOfNight = (day: string, timezone: string): number =>
  endOfDay(day, timezone) + MORNING_ENDS_AT - DAY_ENDS_AT;

const dayAfter = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + DAY).toISOString().slice(0, 10);
