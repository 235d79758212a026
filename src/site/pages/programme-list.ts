/** The programme as one list along a time rail: by day, by place or by category. */
import type { Entity } from '../../model/broadcast.ts';
import { categoryKey, placeKey } from '../links/keys.ts';
import { categoryView } from '../parts/categories.ts';
import { titleIn } from '../parts/page-fields.ts';
import { dateOf, dayText, shortDayText } from '../text/dates.ts';
import { documentLink, internal, type Link } from '../links/navigators.ts';
import { dayPath, PROGRAMME_BY_CATEGORY, PROGRAMME_BY_PLACE, screenPath } from '../links/urls.ts';
import { byCategory, byDay, byPlace, type Slot } from '../programme.ts';
import type { Scope } from '../scope.ts';
import type { Text } from '../text/localise.ts';
import { screenTitle } from '../text/titles.ts';
import { inPlaceOrder, dayStarts, programmeFrame, startOfHour, startsText, type DayStarts } from './programme-frame.ts';
import { slotView } from './slots.ts';
import type { Composed, JumpLink, ProgrammeGroup, ProgrammeMoment, ProgrammePage, ProgrammePart } from './view.ts';

/** All days on one page. */
export function composeByDay(slots: readonly Slot[], scope: Scope): Composed {
  const inDays = [...byDay(slots)];
  const days = inDays.map(([day]) => day);
  return {
    title: screenTitle('program', scope),
    body: {
      type: 'programme',
      by: 'day',
      ...programmeFrame(slots, { view: 'day' }, scope),
      jump: inDays.map(([day, inside]) => ({
        text: shortDayText(day, scope, days),
        link: here(`d${day}`),
        count: inside.length,
        day,
        starts: startsIn(day, inside, scope),
      })),
      isEntrance: false,
      groups: inDays.map(([day, inside]) => dayGroup(day, inside, scope)),
    },
  };
}

/** One day of a large programme, and all of its days. */
export interface OneDay {
  readonly day: string;
  readonly days: readonly DayStarts[];
  readonly slots: readonly Slot[];
}

export function composeDay({ day, days, slots }: OneDay, scope: Scope): Composed {
  const isOwnPage = scope.page === dayPath(day);
  const programme = screenTitle('program', scope);
  const title = dayText(day, scope);
  return {
    title: isOwnPage ? { text: capitalised(title) } : programme,
    ...(isOwnPage && {
      description: `${programme.text}, ${title}: ${scope.strings.programme.events(slots.length)}`,
      up: { title: programme.text, link: internal(screenPath('program'), scope) },
    }),
    body: {
      type: 'programme',
      by: 'day',
      ...programmeFrame(slots, { view: 'day', day }, scope),
      jump: jumpToDays({ day, days, pathOf: dayPath }, scope),
      isEntrance: !isOwnPage,
      groups: [{ ...dayGroup(day, slots, scope), isWholePage: isOwnPage }],
    },
  };
}

interface JumpToDays extends Pick<OneDay, 'day' | 'days'> {
  readonly pathOf: (day: string) => string;
}

/** Links to the pages of all days of a large programme. */
export function jumpToDays({ day, days, pathOf }: JumpToDays, scope: Scope): readonly JumpLink[] {
  const beside = days.map((each) => each.day);
  return days.map((each) => ({
    text: shortDayText(each.day, scope, beside),
    link: { ...internal(pathOf(each.day), scope), current: each.day === day },
    count: 0,
    day: each.day,
    starts: startsText(each, scope),
  }));
}

export const startsIn = (day: string, slots: readonly Slot[], scope: Scope): string =>
  startsText(dayStarts(day, slots, scope.site.timezone), scope);

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

function dayGroup(day: string, slots: readonly Slot[], scope: Scope): ProgrammeGroup {
  return {
    key: `d${day}`,
    title: { text: dayText(day, scope) },
    starts: startsIn(day, slots, scope),
    isWholePage: false,
    parts: partsOfDay(day, slots, scope),
  };
}

/** A day with more entries is folded by hour. */
const MOST_UNFOLDED = 60;

function partsOfDay(day: string, slots: readonly Slot[], scope: Scope): readonly ProgrammePart[] {
  const { strings, dates, site } = scope;
  const continuing = slots.filter((slot) => slot.day !== day);
  const starting = slots.filter((slot) => slot.day === day);
  const first = partOf(continuing, { day, title: strings.programme.continues }, scope);
  if (slots.length > MOST_UNFOLDED) {
    const hours = Map.groupBy(starting, ({ start }) => startOfHour(start, site.timezone));
    const titleOf = (hour: number): string => {
      const date = dateOf(hour, scope);
      return date === day ? dates.time(hour) : `${shortDayText(date, scope, [day])}, ${dates.time(hour)}`;
    };
    const folded = [...hours].flatMap(([hour, inside]) =>
      partOf(inside, { day, title: titleOf(hour), hour: dates.machine(hour) }, scope),
    );
    return [...first, ...folded].map((part, index) => ({ ...part, isFolded: true, isOpen: index === 0 }));
  }
  const { evening, night } = byNight(day, starting, scope);
  return [
    ...first,
    ...partOf(evening, { day }, scope),
    ...partOf(night, { day, title: strings.programme.night, isNight: true }, scope),
  ];
}

/** The entries of a day, and those after midnight. */
function byNight(day: string, slots: readonly Slot[], scope: Scope) {
  const isNight = (slot: Slot): boolean => slot.day === day && dateOf(slot.start, scope) !== day;
  return { evening: slots.filter((slot) => !isNight(slot)), night: slots.filter(isNight) };
}

/** The days of a place, a category or a host. */
export const daysOf = (slots: readonly Slot[], scope: Scope): readonly ProgrammePart[] =>
  [...byDay(slots)].flatMap(([day, inside]) => {
    const { evening, night } = byNight(day, inside, scope);
    const title = dayText(day, scope);
    return [
      ...partOf(evening, { day, title, isDay: true }, scope),
      ...partOf(night, { day, title: `${title} · ${scope.strings.programme.night}`, isDay: true }, scope),
    ];
  });

interface PartOf extends Pick<ProgrammePart, 'title' | 'isDay' | 'hour' | 'isNight'> {
  readonly day: string;
}

/** None if it would be empty. */
function partOf(slots: readonly Slot[], { day, ...about }: PartOf, scope: Scope): readonly ProgrammePart[] {
  if (slots.length === 0) return [];
  const groups = Map.groupBy(slots, (slot) => (slot.day === day ? slot.start : undefined));
  const moments = [...groups].map(([start, inside]): ProgrammeMoment => ({
    ...(start !== undefined && { time: { machine: scope.dates.machine(start), text: scope.dates.time(start) } }),
    slots: inside.map((slot) => slotView(slot, scope, { day })),
  }));
  return [{ ...about, isFolded: false, isOpen: true, count: slots.length, moments }];
}

/** A view in groups that each can have their own page. */
export interface Grouped {
  readonly by: 'place' | 'category';
  readonly path: string;
  /** By key, in any order: each language sorts them. */
  readonly groups: (slots: readonly Slot[]) => ReadonlyMap<string, readonly Slot[]>;
}

export const BY_PLACE: Grouped = {
  by: 'place',
  path: PROGRAMME_BY_PLACE,
  groups: (slots) => byPlace(slots, placeKey),
};

export const BY_CATEGORY: Grouped = {
  by: 'category',
  path: PROGRAMME_BY_CATEGORY,
  groups: (slots) => byCategory(slots, categoryKey),
};

interface Named {
  readonly key: string;
  readonly title: Text;
  readonly link?: Link | undefined;
  readonly where?: Entity | undefined;
  readonly slots: readonly Slot[];
}

/** By title, places in the author's order. Entries without a place or a category come last. */
function namedGroups({ by, groups }: Grouped, slots: readonly Slot[], scope: Scope): readonly Named[] {
  const { elsewhere, uncategorised } = scope.strings.programme;
  const named = [...groups(slots)].map(([key, inside]): Named => {
    if (key === '') return { key, title: { text: by === 'place' ? elsewhere : uncategorised }, slots: inside };
    const where = by === 'place' ? inside[0]!.where! : undefined;
    if (where) return { key, title: titleIn(where, scope), link: documentLink(where, scope), where, slots: inside };
    const name = inside[0]!.categories.find((each) => categoryKey(each) === key)!;
    return { key, title: categoryView(name, scope).title, slots: inside };
  });
  const compare = inPlaceOrder(scope);
  return named.sort((a, b) => Number(a.key === '') - Number(b.key === '') || compare(a, b));
}

/** The page of a group has this name below the path of its view. */
const nameOf = (key: string): string => (key === '' ? 'other' : key);

/** All groups on one page or, in a large programme, links to their pages. */
export function composeGroups(
  grouped: Grouped,
  slots: readonly Slot[],
  { isIndex }: { readonly isIndex: boolean },
  scope: Scope,
): Composed {
  const { by, path } = grouped;
  const groups = namedGroups(grouped, slots, scope);
  const frame = programmeFrame(slots, { view: by }, scope);
  const { byPlace: placesTitle, byCategory: categoriesTitle } = scope.strings.programme;
  return {
    title: { text: `${screenTitle('program', scope).text} · ${by === 'place' ? placesTitle : categoriesTitle}` },
    body: {
      type: 'programme',
      by,
      ...frame,
      ...(isIndex && { filters: { categories: [], places: [], hours: [] } }),
      jump: groups.map(({ key, title, slots: { length } }) => ({
        text: title.text,
        link: isIndex ? internal(`${path}${nameOf(key)}/`, scope) : here(fragmentOf(by, key)),
        count: length,
      })),
      isEntrance: false,
      groups: isIndex ? [] : groups.map((group) => groupView(by, group, scope)),
    },
  };
}

/** One group of a large programme. */
export function composeGroup(
  grouped: Grouped,
  { key, slots }: { readonly key: string; readonly slots: readonly Slot[] },
  scope: Scope,
): Composed {
  const { by, path } = grouped;
  const [group] = namedGroups({ ...grouped, groups: () => new Map([[key, slots]]) }, slots, scope);
  const programme = screenTitle('program', scope);
  const { byPlace: placesTitle, byCategory: categoriesTitle, events } = scope.strings.programme;
  const up = by === 'place' ? placesTitle : categoriesTitle;
  return {
    title: { ...group!.title, text: `${programme.text} · ${group!.title.text}` },
    description: `${programme.text}, ${group!.title.text}: ${events(slots.length)}`,
    up: { title: up, link: internal(path, scope) },
    body: {
      type: 'programme',
      by,
      ...programmeFrame(slots, { view: by }, scope),
      jump: [],
      isEntrance: false,
      groups: [groupView(by, group!, scope)],
    },
  };
}

function groupView(by: ProgrammePage['by'], { key, title, link, slots }: Named, scope: Scope): ProgrammeGroup {
  return {
    key: fragmentOf(by, key),
    title,
    link,
    isWholePage: false,
    parts: daysOf(slots, scope),
  };
}

const fragmentOf = (by: ProgrammePage['by'], key: string): string => `${by === 'place' ? 'p' : 'c'}-${nameOf(key)}`;

const here = (fragment: string): Link => ({ href: `#${fragment}`, external: false, current: false });

/** The paths of the pages of a view's groups. */
export const groupPaths = ({ path, groups }: Grouped, slots: readonly Slot[]): ReadonlyMap<string, string> =>
  new Map([...groups(slots).keys()].map((key) => [key, `${path}${nameOf(key)}/`]));
