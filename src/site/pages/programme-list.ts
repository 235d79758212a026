/** The programme as one list along a time rail: by day, by place or by category. */
import type { Entity } from '../../model/broadcast.ts';
import { categoryKey, placeKey } from '../links/keys.ts';
import { categoryView } from '../parts/categories.ts';
import { titleIn } from '../parts/page-fields.ts';
import { dateOf, dayText, shortDayText } from '../text/dates.ts';
import { documentLink, internal, type Link } from '../links/navigator-links.ts';
import { PROGRAMME_BY_CATEGORY, PROGRAMME_BY_PLACE, screenPath } from '../links/urls.ts';
import { byCategory, byDay, byPlace, type Slot } from '../programme.ts';
import type { Scope } from '../scope.ts';
import type { Text } from '../text/localise.ts';
import { screenTitle } from '../text/titles.ts';
import { here, inPlaceOrder, programmeFrame, startOfHour, startsIn, type DayView } from './programme-frame.ts';
import { slotView } from './slots.ts';
import type { ProgrammeGroup, ProgrammeMoment, ProgrammePart, SitePage } from './view.ts';

export const BY_DAY: DayView = {
  view: 'day',
  path: screenPath('program'),
  title: (scope) => screenTitle('program', scope),
  ofDay: (day, scope) => {
    const text = dayText(day, scope);
    return { title: capitalised(text), about: `${screenTitle('program', scope).text}, ${text}` };
  },
  body: (days, isWholePage, scope) => ({
    type: 'programme',
    by: 'day',
    groups: days.map(([day, inside]) => ({
      key: `d${day}`,
      title: { text: dayText(day, scope) },
      starts: startsIn(day, inside, scope),
      isWholePage,
      parts: partsOfDay(day, inside, scope),
    })),
  }),
};

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

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
interface Grouped {
  readonly by: 'place' | 'category';
  readonly path: string;
  readonly titleIn: (words: Scope['strings']['programme']) => string;
  /** The group of entries without one. */
  readonly others: 'elsewhere' | 'uncategorised';
  /** By key, in any order: each language sorts them. */
  readonly groups: (slots: readonly Slot[]) => ReadonlyMap<string, readonly Slot[]>;
}

export const BY_PLACE: Grouped = {
  by: 'place',
  path: PROGRAMME_BY_PLACE,
  titleIn: (words) => words.byPlace,
  others: 'elsewhere',
  groups: (slots) => byPlace(slots, placeKey),
};

export const BY_CATEGORY: Grouped = {
  by: 'category',
  path: PROGRAMME_BY_CATEGORY,
  titleIn: (words) => words.byCategory,
  others: 'uncategorised',
  groups: (slots) => byCategory(slots, categoryKey),
};

interface Group {
  readonly key: string;
  readonly title: Text;
  readonly link?: Link;
  readonly where?: Entity;
  readonly slots: readonly Slot[];
}

type KeyAndSlots = readonly [key: string, slots: readonly Slot[]];

function groupOf({ by, others }: Grouped, [key, slots]: KeyAndSlots, scope: Scope): Group {
  if (key === '') return { key, title: { text: scope.strings.programme[others] }, slots };
  const where = by === 'place' ? slots[0]!.where! : undefined;
  if (where) return { key, title: titleIn(where, scope), link: documentLink(where, scope), where, slots };
  const name = slots[0]!.categories.find((each) => categoryKey(each) === key)!;
  return { key, title: categoryView(name, scope).title, slots };
}

/** All groups on one page or, in a large programme, links to their pages. */
export const groupsPage = (grouped: Grouped, { isIndex }: { readonly isIndex: boolean }): SitePage => ({
  page: grouped.path,
  compose(scope) {
    const { by, path, groups } = grouped;
    const { programme } = scope.site;
    const compare = inPlaceOrder(scope);
    // By title, places in the author's order. Entries without a place or a category come last.
    const sorted = [...groups(programme)]
      .map((group) => groupOf(grouped, group, scope))
      .sort((a, b) => Number(a.key === '') - Number(b.key === '') || compare(a, b));
    return {
      title: { text: `${screenTitle('program', scope).text} · ${grouped.titleIn(scope.strings.programme)}` },
      body: {
        type: 'programme',
        by,
        ...programmeFrame(programme, { view: by }, scope),
        ...(isIndex && { filters: { categories: [], places: [], hours: [] } }),
        jump: sorted.map(({ key, title, slots: { length } }) => ({
          text: title.text,
          link: isIndex ? internal(`${path}${nameOf(key)}/`, scope) : here(fragmentOf(by, key)),
          count: length,
        })),
        isEntrance: false,
        groups: isIndex ? [] : sorted.map((group) => groupView(by, group, scope)),
      },
    };
  },
});

/** The pages of the groups of a large programme. */
export const groupPages = (grouped: Grouped, programme: readonly Slot[]): readonly SitePage[] =>
  [...grouped.groups(programme)].map(([key, slots]) => ({
    page: `${grouped.path}${nameOf(key)}/`,
    compose(scope) {
      const { by, path } = grouped;
      const group = groupOf(grouped, [key, slots], scope);
      const programmeTitle = screenTitle('program', scope).text;
      const words = scope.strings.programme;
      return {
        title: { ...group.title, text: `${programmeTitle} · ${group.title.text}` },
        description: `${programmeTitle}, ${group.title.text}: ${words.events(slots.length)}`,
        up: { title: grouped.titleIn(words), link: internal(path, scope) },
        body: {
          type: 'programme',
          by,
          ...programmeFrame(slots, { view: by }, scope),
          jump: [],
          isEntrance: false,
          groups: [groupView(by, group, scope)],
        },
      };
    },
  }));

const groupView = (by: Grouped['by'], { key, title, link, slots }: Group, scope: Scope): ProgrammeGroup => ({
  key: fragmentOf(by, key),
  title,
  link,
  isWholePage: false,
  parts: daysOf(slots, scope),
});

/** The page of a group has this name below the path of its view. */
const nameOf = (key: string): string => (key === '' ? 'other' : key);

const fragmentOf = (by: Grouped['by'], key: string): string => `${by === 'place' ? 'p' : 'c'}-${nameOf(key)}`;
