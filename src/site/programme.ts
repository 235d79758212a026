/** The programme: events of one surface and sessions of the other, joined in one order of time. */
import { epochOf, offsetAt } from '../model/instant.ts';
import type { Typed } from '../model/entities.ts';
import { isTimezone } from '../model/rules/values/times.ts';
import type { KindName } from '../kinds/registry.ts';
import { isSteady, steady } from './steady.ts';

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

/** `before`: the programme as it was, whose entries are kept where they say the same. */
export function programmeOf(
  { events, sessions, find, timezone }: Sources,
  before: readonly Slot[] = [],
): readonly Slot[] {
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
  const known = new Map(before.map((slot) => [slot.entity, slot]));
  const slots = [...ofEvents, ...ofSessions].map((slot) => {
    const was = known.get(slot.entity);
    return was && was.where === slot.where && isSteady(was.categories, slot.categories) ? was : slot;
  });
  return steady(slots.sort(inOrderOfTime), before);
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

/** By the address of each host, what that host takes part in. */
export function slotsByHost(slots: readonly Slot[], find: Sources['find']): ReadonlyMap<string, readonly Slot[]> {
  const found = new Map<string, Slot[]>();
  for (const slot of slots) {
    if (slot.entity.kind !== 'session') continue;
    const { hostIds } = slot.entity.fields as Typed<'session'>['fields'];
    const hosts = new Set((hostIds ?? []).flatMap((pointer) => find('host', pointer)?.address ?? []));
    for (const host of hosts) found.set(host, [...(found.get(host) ?? []), slot]);
  }
  return found;
}

/** What else runs while an entry does. The list is in order of time, so only a stretch of it has to be looked at. */
export function overlapping(slots: readonly Slot[]): (address: string) => readonly Slot[] {
  const places = new Map(slots.map(({ entity }, index) => [entity.address, index]));
  // The latest end up to each entry: before the first entry where it lies after a start, everything is over.
  const latest: number[] = [];
  for (const { end } of slots) latest.push(Math.max(end, latest.at(-1) ?? -Infinity));
  return (address) => {
    const at = places.get(address);
    if (at === undefined) return [];
    const { start, end } = slots[at]!;
    let first = at;
    while (first > 0 && latest[first - 1]! > start) first--;
    const found: Slot[] = [];
    for (let index = first; index < slots.length && slots[index]!.start < end; index++)
      if (index !== at && start < slots[index]!.end) found.push(slots[index]!);
    return found;
  };
}

export const happeningAt = (slots: readonly Slot[], instant: number): readonly Slot[] =>
  slots.filter(({ start, end }) => start <= instant && instant < end);
