/** The programme: events of one surface and sessions of the other, sorted by time. */
import { valueAt, type Json, type Path } from '../values/json.ts';
import type { KindPage } from '../kinds/shown.ts';
import type { Entity } from '../model/broadcast.ts';
import { epochOf, offsetAt } from '../values/instants.ts';
import { isTimezone } from '../model/rules/values/times.ts';
import { pointedAt, shownOf, type Documents } from './documents.ts';
import { hasSameItems, keepSame } from './same-items.ts';

/** One entry of the programme. */
export interface Slot {
  readonly entity: Entity;
  readonly start: number;
  readonly end: number;
  /** The time zone in which it is announced, if it has one. */
  readonly timezone?: string;
  /** The event day it belongs to, as `2027-06-18`. */
  readonly day: string;
  readonly where: Entity | undefined;
  /** Addresses of category documents, or the category of an event as plain text. */
  readonly categories: readonly string[];
  readonly cancelled: boolean;
}

interface Sources extends Documents {
  readonly timezone: string;
}

/** `before` is the previous programme. Entries that have not changed are reused. */
export function programmeOf(sources: Sources, before: readonly Slot[] = []): readonly Slot[] {
  const made = sources.kinds.flatMap((kind) =>
    kind.page?.programme ? shownOf(sources, kind).map((entity) => slotOf(entity, kind.page!, sources)) : [],
  );
  const known = new Map(before.map((slot) => [slot.entity, slot]));
  const slots = made.map((slot) => {
    const was = known.get(slot.entity);
    return was && was.where === slot.where && hasSameItems(was.categories, slot.categories) ? was : slot;
  });
  return keepSame(slots.sort(inOrderOfTime), before);
}

const inOrderOfTime = (a: Slot, b: Slot): number =>
  a.start - b.start || a.end - b.end || (a.entity.address < b.entity.address ? -1 : 1);

/** A site has only valid documents, so required fields are present. */
function slotOf(entity: Entity, { programme, categories }: KindPage, sources: Sources): Slot {
  const { fields } = entity;
  const inside = (path: Path | undefined): Json | undefined => path && valueAt(fields, path);
  const [start, end] = [epochOf(inside(programme!.start) as string), epochOf(inside(programme!.end) as string)];
  const announcedIn = inside(programme!.timezone);
  const word = programme!.category === undefined ? undefined : fields[programme!.category];
  return {
    start,
    end,
    day: eventDay(start, sources.timezone),
    ...(typeof announcedIn === 'string' && isTimezone(announcedIn) && { timezone: announcedIn }),
    entity,
    where: pointedAt(entity, programme!.where, sources)[0],
    categories: [
      ...(typeof word === 'string' && word !== ''
        ? [sources.find('category', `categories/${word}`)?.address ?? word]
        : []),
      ...pointedAt(entity, categories, sources).map(({ address }) => address),
    ],
    cancelled: entity.local.cancelled === true,
  };
}

const HOUR = 3_600_000;
const DAY_ENDS_AT = 6 * HOUR;

/** The event day of an instant: an event at 01:30 belongs to the evening before. */
export function eventDay(instant: number, timezone: string): string {
  const wallClock = instant + offsetAt(instant, timezone);
  return new Date(wallClock - DAY_ENDS_AT).toISOString().slice(0, 10);
}

export const byDay = (slots: readonly Slot[]): ReadonlyMap<string, readonly Slot[]> =>
  Map.groupBy(slots, ({ day }) => day);

/** By the address of the place. Entries without a place come last, under an empty name. */
export function byPlace(slots: readonly Slot[]): ReadonlyMap<string, readonly Slot[]> {
  const groups = Map.groupBy(slots, ({ where }) => where?.address ?? '');
  const busiestFirst = [...groups].sort(([a, one], [b, other]) =>
    a === '' || b === '' ? (a === '' ? 1 : -1) : other.length - one.length || (a < b ? -1 : 1),
  );
  return new Map(busiestFirst);
}

export const inCategory = (slots: readonly Slot[], category: string): readonly Slot[] =>
  slots.filter(({ categories }) => categories.includes(category));

/** The entries of each host, by the host's address. */
export function slotsByHost(
  slots: readonly Slot[],
  documents: Pick<Documents, 'find'>,
): ReadonlyMap<string, readonly Slot[]> {
  const found = new Map<string, Slot[]>();
  for (const slot of slots) {
    const hosts = new Set(hostsOf(slot, documents).map(({ address }) => address));
    for (const host of hosts) found.set(host, [...(found.get(host) ?? []), slot]);
  }
  return found;
}

/** The hosts of an entry. */
export const hostsOf = ({ entity }: Slot, documents: Pick<Documents, 'find'>): readonly Entity[] =>
  pointedAt(entity, entity.document.declaration.page?.programme?.hosts, documents);

/** Finds the entries that overlap with an entry. The list is sorted by time, so only a part of it is searched. */
export function overlapping(slots: readonly Slot[]): (address: string) => readonly Slot[] {
  const places = new Map(slots.map(({ entity }, index) => [entity.address, index]));
  // The latest end among all entries up to each one: entries before the first that ends after a start cannot overlap.
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
