/** The programme: events of one surface and sessions of the other, sorted by time. */
import { valueAt, type Json, type Path } from '../values/json.ts';
import type { KindPage } from '../kinds/shown.ts';
import type { Entity } from '../model/broadcast.ts';
import { epochOf } from '../values/instants.ts';
import { oncePer } from '../values/once-per.ts';
import { isTimezone } from '../model/rules/values/times.ts';
import { eventDay, eventDays } from './event-days.ts';
import { categoryKey } from './links/keys.ts';
import { pointedAt, shownOf, type Documents } from './documents.ts';

/** One entry of the programme. */
export interface Slot {
  readonly entity: Entity;
  readonly start: number;
  readonly end: number;
  /** The time zone in which it is announced, if it has one. */
  readonly timezone?: string;
  /** The event day on which it starts, as `2027-06-18`. */
  readonly day: string;
  /** Every event day on which it takes place, starting with the first. */
  readonly days: readonly string[];
  readonly where: Entity | undefined;
  /** Addresses of category documents, or the category of an event as plain text. */
  readonly categories: readonly string[];
  readonly cancelled: boolean;
}

/** With more entries, each day, place and category has its own page: one page would be too long to use. */
const MOST_ON_A_PAGE = 300;

export const isLarge = (programme: readonly Slot[]): boolean => programme.length > MOST_ON_A_PAGE;

interface Sources extends Documents {
  readonly timezone: string;
}

export function programmeOf(sources: Sources): readonly Slot[] {
  const made = sources.kinds.flatMap((kind) =>
    kind.page?.programme ? shownOf(sources, kind).map((entity) => slotOf(entity, kind.page!, sources)) : [],
  );
  const nameOf = categoryNames(made, sources);
  return made
    .map(({ categories, ...slot }) => ({ ...slot, categories: [...new Set(categories.map(nameOf))] }))
    .sort(inOrderOfTime);
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
    days: eventDays({ start, end }, sources.timezone),
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

/** Words with the same key are one category, with the name of its document or the most frequent spelling. */
function categoryNames(slots: readonly Slot[], { of, find }: Sources): (name: string) => string {
  const documents = of('category').map(({ address }) => address);
  const words = slots.flatMap(({ categories }) => categories.filter((name) => !find('category', name)));
  const byKey = Map.groupBy(words, categoryKey);
  const names = new Map([
    ...[...byKey].map(([key, spellings]) => [key, mostFrequent(spellings)] as const),
    ...documents.map((address) => [categoryKey(address), address] as const),
  ]);
  return (name) => (find('category', name) ? name : names.get(categoryKey(name))!);
}

/** If several are as frequent, the first in the alphabet: the order of files must not matter. */
function mostFrequent(words: readonly string[]): string {
  const counts = [...Map.groupBy(words, (word) => word)].map(([word, { length }]) => ({ word, length }));
  return counts.reduce((a, b) => (b.length > a.length || (b.length === a.length && b.word < a.word) ? b : a)).word;
}

/** An entry over more days, such as an exhibition, does not fill the days on which nothing else takes place. */
const MOST_DAYS_ALONE = 14;

/** By the event day on which they start. */
export const byFirstDay = (slots: readonly Slot[]): ReadonlyMap<string, readonly Slot[]> =>
  Map.groupBy(slots, ({ day }) => day);

/**
 * By event day, in order. An entry over several days is in each of them. The pages of all days ask for this, and each would
 * go through the whole programme.
 */
export const byDay = oncePer((slots: readonly Slot[]): ReadonlyMap<string, readonly Slot[]> => {
  const isLong = ({ days }: Slot): boolean => days.length > MOST_DAYS_ALONE;
  const busy = new Set(slots.flatMap((slot) => (isLong(slot) ? [slot.day, slot.days.at(-1)!] : slot.days)));
  const groups = inGroups(slots, ({ days }) => days.filter((day) => busy.has(day)));
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)));
});

/** An entry is in the group of each of its keys. */
function inGroups(
  slots: readonly Slot[],
  keysOf: (slot: Slot) => readonly string[],
): ReadonlyMap<string, readonly Slot[]> {
  const keyed = slots.flatMap((slot) => [...new Set(keysOf(slot))].map((key) => ({ key, slot })));
  const groups = Map.groupBy(keyed, ({ key }) => key);
  return new Map([...groups].map(([key, inside]) => [key, inside.map(({ slot }) => slot)]));
}

/** By place. Entries without one have an empty key. */
export const byPlace = (
  slots: readonly Slot[],
  keyOf: (place: Entity) => string,
): ReadonlyMap<string, readonly Slot[]> => Map.groupBy(slots, ({ where }) => (where ? keyOf(where) : ''));

/** By category. An entry is in the group of each of its categories; those without one have an empty key. */
export const byCategory = (
  slots: readonly Slot[],
  keyOf: (name: string) => string,
): ReadonlyMap<string, readonly Slot[]> =>
  inGroups(slots, ({ categories }) => (categories.length === 0 ? [''] : categories.map(keyOf)));

/** By the addresses of their hosts. */
export const byHost = (
  slots: readonly Slot[],
  documents: Pick<Documents, 'find'>,
): ReadonlyMap<string, readonly Slot[]> =>
  inGroups(slots, (slot) => hostsOf(slot, documents).map(({ address }) => address));

/** The hosts of an entry. */
export const hostsOf = ({ entity }: Slot, documents: Pick<Documents, 'find'>): readonly Entity[] => [
  ...pointedAt(entity, entity.document.declaration.page?.programme?.hosts, documents),
  ...(entity.local.hosts ?? []).flatMap((host) => documents.find('host', host) ?? []),
];

const A_DAY = 24 * 60 * 60 * 1000;

/**
 * Finds the entries that overlap with an entry. The list is sorted by time, so of those that last at most a day only a part
 * is searched. All longer ones are looked at: one exhibition over months would make every search start at its first day.
 */
export function overlapping(slots: readonly Slot[]): (address: string) => readonly Slot[] {
  const places = new Map(slots.map(({ entity }, index) => [entity.address, index]));
  const long = slots.flatMap((slot, index) => (slot.end - slot.start > A_DAY ? [index] : []));
  return (address) => {
    const at = places.get(address);
    if (at === undefined) return [];
    const { start, end } = slots[at]!;
    const overlaps = (index: number): boolean => index !== at && slots[index]!.start < end && start < slots[index]!.end;
    let first = at;
    while (first > 0 && slots[first - 1]!.start > start - A_DAY) first--;
    const found = long.filter((index) => index < first && overlaps(index));
    for (let index = first; index < slots.length && slots[index]!.start < end; index++)
      if (overlaps(index)) found.push(index);
    return found.map((index) => slots[index]!);
  };
}

/** The entries before and after one, in its place and on its day. */
export interface Neighbours {
  readonly inPlace: Beside;
  readonly onDay: Beside;
}

interface Beside {
  readonly previous?: Slot | undefined;
  readonly next?: Slot | undefined;
}

/** An entry over several days has them on the day on which it starts. */
export function neighboursIn(slots: readonly Slot[]): (address: string) => Neighbours {
  const besides = (groups: Iterable<readonly Slot[]>): ReadonlyMap<string, Beside> =>
    new Map(
      [...groups].flatMap((group) =>
        group.map(
          (slot, index) => [slot.entity.address, { previous: group[index - 1], next: group[index + 1] }] as const,
        ),
      ),
    );
  const somewhere = slots.filter(({ where }) => where);
  const places = besides(byPlace(somewhere, ({ address }) => address).values());
  const days = besides(byFirstDay(slots).values());
  return (address) => ({ inPlace: places.get(address) ?? {}, onDay: days.get(address) ?? {} });
}

/** The entries from which the whole event has its dates: those that take place or, if all are cancelled, all of them. */
export function heldOf(slots: readonly Slot[]): readonly Slot[] {
  const held = slots.filter(({ cancelled }) => !cancelled);
  return held.length > 0 ? held : slots;
}

export interface EventSpan {
  readonly start: number;
  readonly end: number;
}

/** The dates of the whole event. Undefined if it has no programme. */
export function spanOf(slots: readonly Slot[]): EventSpan | undefined {
  const [first, ...others] = heldOf(slots);
  return first && { start: first.start, end: others.reduce((latest, { end }) => Math.max(latest, end), first.end) };
}
