/** The programme: events of one surface and sessions of the other, joined in one order of time. */
import { epochOf, offsetAt } from '../model/instant.ts';
import type { Typed } from '../model/entities.ts';
import { isTimezone } from '../model/rules/values/times.ts';
import type { KindName } from '../kinds/registry.ts';

/** One entry of the programme. */
export interface Slot {
  readonly entity: Typed<'event'> | Typed<'session'>;
  readonly start: number;
  readonly end: number;
  /** The time zone that it is announced in, when it names one. */
  readonly timezone?: string;
  /** The event day it belongs to, as `2027-06-18`. */
  readonly day: string;
  readonly where: Typed<'place'> | Typed<'interestPoint'> | undefined;
  /** Names of categories: addresses of documents, or an event's own word. */
  readonly categories: readonly string[];
}

interface Sources {
  readonly events: readonly Typed<'event'>[];
  readonly sessions: readonly Typed<'session'>[];
  readonly find: <N extends KindName>(kind: N, pointer: string | null | undefined) => Typed<N> | undefined;
  readonly timezone: string;
}

export function programmeOf({ events, sessions, find, timezone }: Sources): readonly Slot[] {
  const ofEvents = events.map((entity): Slot => {
    const { start_time, end_time, place_id, category } = entity.fields;
    return {
      ...span(start_time, end_time, timezone),
      entity,
      where: find('place', place_id),
      categories: category ? [find('category', `categories/${category}`)?.address ?? category] : [],
    };
  });
  const ofSessions = sessions.map((entity): Slot => {
    const { time, interestPointId, categoryIds } = entity.fields;
    return {
      ...span(time.start, time.end, timezone),
      ...(time.timezone && isTimezone(time.timezone) && { timezone: time.timezone }),
      entity,
      where: find('interestPoint', interestPointId),
      categories: (categoryIds ?? []).flatMap((pointer) => find('category', pointer)?.address ?? []),
    };
  });
  return [...ofEvents, ...ofSessions].sort(inOrderOfTime);
}

const inOrderOfTime = (a: Slot, b: Slot): number =>
  a.start - b.start || a.end - b.end || (a.entity.address < b.entity.address ? -1 : 1);

function span(start: string, end: string, timezone: string) {
  return { start: epochOf(start), end: epochOf(end), day: eventDay(epochOf(start), timezone) };
}

const HOUR = 3_600_000;
const DAY_ENDS_AT = 6 * HOUR;

/** The day an instant belongs to: what starts at 01:30 is part of the evening before. */
export function eventDay(instant: number, timezone: string): string {
  const wallClock = instant + offsetAt(instant, timezone);
  return new Date(wallClock - DAY_ENDS_AT).toISOString().slice(0, 10);
}

export const byDay = (slots: readonly Slot[]): ReadonlyMap<string, readonly Slot[]> =>
  Map.groupBy(slots, ({ day }) => day);

/** By the address of the place; what has none comes last, under the empty name. */
export function byPlace(slots: readonly Slot[]): ReadonlyMap<string, readonly Slot[]> {
  const groups = Map.groupBy(slots, ({ where }) => where?.address ?? '');
  const busiestFirst = [...groups].sort(([a, one], [b, other]) =>
    a === '' || b === '' ? (a === '' ? 1 : -1) : other.length - one.length || (a < b ? -1 : 1),
  );
  return new Map(busiestFirst);
}

export const inCategory = (slots: readonly Slot[], category: string): readonly Slot[] =>
  slots.filter(({ categories }) => categories.includes(category));

/** What else runs while this does. */
export const overlapping = (slots: readonly Slot[], { start, end, entity }: Slot): readonly Slot[] =>
  slots.filter((other) => other.entity.address !== entity.address && other.start < end && start < other.end);

export const happeningAt = (slots: readonly Slot[], instant: number): readonly Slot[] =>
  slots.filter(({ start, end }) => start <= instant && instant < end);
