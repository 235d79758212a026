/** The parts that every view of the programme has: links to the others, filters, time zone, calendar. */
import type { Entity } from '../../model/broadcast.ts';
import { offsetAt } from '../../values/instants.ts';
import { endOfDay, startOfDay } from '../event-days.ts';
import { calendarLinks } from '../feeds/calendar.ts';
import { categoryView } from '../parts/categories.ts';
import { changesLink } from './programme-changes.ts';
import { inAuthorsOrder } from '../documents.ts';
import { titleIn } from '../parts/page-fields.ts';
import type { Text } from '../text/localise.ts';
import { placeKey } from '../links/keys.ts';
import { internal, type Link } from '../links/navigator-links.ts';
import {
  PROGRAMME_BY_CATEGORY,
  PROGRAMME_BY_PLACE,
  PROGRAMME_GRID,
  screenPath,
  type ProgrammeView,
} from '../links/urls.ts';
import { byDay, type Slot } from '../programme.ts';
import { shortDayText } from '../text/dates.ts';
import { screenTitle } from '../text/titles.ts';
import type { Scope } from '../scope.ts';
import type { Composed, GridPage, ProgrammeFrame, ProgrammePage, ZoneView } from './view.ts';

/** `day`: if the page shows one day, the other views are those of the same day. */
export function programmeFrame(
  slots: readonly Slot[],
  { view, day }: { readonly view: ProgrammeView; readonly day?: string },
  scope: Scope,
): ProgrammeFrame {
  const { strings } = scope;
  const { byDay, byPlace, byCategory, grid } = strings.programme;
  const below = day === undefined ? '' : `${day}/`;
  const link = (of: ProgrammeView, path: string): Link => ({ ...internal(path, scope), current: of === view });
  const hasPlaces = slots.some(({ where }) => where);
  const hasCategories = slots.some(({ categories }) => categories.length > 0);
  return {
    views: [
      { title: byDay, link: link('day', `${screenPath('program')}${below}`) },
      { title: grid, link: link('grid', `${PROGRAMME_GRID}${below}`) },
      ...(hasPlaces || view === 'place' ? [{ title: byPlace, link: link('place', PROGRAMME_BY_PLACE) }] : []),
      ...(hasCategories || view === 'category'
        ? [{ title: byCategory, link: link('category', PROGRAMME_BY_CATEGORY) }]
        : []),
    ],
    filters: { categories: categoriesOf(slots, scope), places: placesOf(slots, scope), hours: hoursOf(slots, scope) },
    calendars: calendarLinks(scope),
    zone: zoneOf(slots, scope),
    changes: changesLink(scope),
  };
}

export function zoneOf(slots: readonly Slot[], scope: Scope): ZoneView | undefined {
  const name = zoneName(slots, scope);
  return name === undefined ? undefined : zoneView(name, scope);
}

/** The samples are those of the whole programme, so that the note stays the same when an entry moves. */
export function zoneView(name: string, { dates, site: { programmeDays: days, timezone } }: Scope): ZoneView {
  const samples = new Set([days[0]!, days[days.length >> 1]!, days.at(-1)!].map((day) => startOfDay(day, timezone)));
  return { name, id: timezone, samples: [...samples].map((instant) => dates.machine(instant)).join(' ') };
}

/** Entries in summer and in winter, and those in a night between, have no more than the name of the zone itself in common. */
export function zoneName(slots: readonly Slot[], { dates }: Scope): string | undefined {
  return slots.length === 0 ? undefined : dates.zone(slots.flatMap(({ start, end }) => [start, end]));
}

function categoriesOf(slots: readonly Slot[], scope: Scope): ProgrammeFrame['filters']['categories'] {
  const names = new Set(slots.flatMap(({ categories }) => categories));
  const views = [...names].map((name) => categoryView(name, scope));
  const distinct = new Map(views.map((view) => [view.key, view]));
  return [...distinct.values()].sort(byTitle(scope));
}

function placesOf(slots: readonly Slot[], scope: Scope): ProgrammeFrame['filters']['places'] {
  const places = new Set(slots.flatMap(({ where }) => where ?? []));
  return [...places]
    .map((where) => ({ key: placeKey(where), title: titleIn(where, scope), where }))
    .sort(inPlaceOrder(scope))
    .map(({ key, title }) => ({ key, title }));
}

const HOUR = 3_600_000;

function hoursOf(slots: readonly Slot[], { dates, site: { timezone } }: Scope): ProgrammeFrame['filters']['hours'] {
  const hours = new Map<string, string>();
  for (const { start } of slots) {
    const hour = startOfHour(start, timezone);
    const key = dates.machine(hour).slice(11, 13);
    if (!hours.has(key)) hours.set(key, dates.hour(hour));
  }
  const sinceMorning = ({ key }: { readonly key: string }): number => (Number(key) + 18) % 24;
  return [...hours].map(([key, text]) => ({ key, text })).sort((a, b) => sinceMorning(a) - sinceMorning(b));
}

/** By the clock of the time zone, whose offset may include half an hour. */
export const startOfHour = (instant: number, timezone: string): number =>
  instant - ((((instant + offsetAt(instant, timezone)) % HOUR) + HOUR) % HOUR);

const byTitle =
  ({ locale }: Scope) =>
  (a: { readonly title: { readonly text: string } }, b: { readonly title: { readonly text: string } }): number =>
    a.title.text.localeCompare(b.title.text, locale, { numeric: true });

interface OfPlace {
  readonly title: Text;
  readonly where?: Entity | undefined;
}

/** In the author's order, then by title. */
export const inPlaceOrder = (scope: Scope): ((a: OfPlace, b: OfPlace) => number) => {
  const compare = byTitle(scope);
  return (a, b) => (a.where && b.where ? inAuthorsOrder(a.where, b.where) : 0) || compare(a, b);
};

/** The day that a large programme shows first: today, the next one or, after the event, the first. */
export const firstShown = (days: readonly string[], { site: { clock, timezone } }: Scope): string =>
  days.find((day) => !clock.hasCome(endOfDay(day, timezone))) ?? days[0]!;

/** A day of the programme, with the first and the last time at which something starts. */
interface DayStarts {
  readonly day: string;
  readonly first: number;
  readonly last: number;
}

/** A day on which nothing starts has its own beginning and end. */
export function dayStarts(day: string, slots: readonly Slot[], timezone: string): DayStarts {
  const starts = slots.flatMap((slot) => (slot.day === day ? [slot.start] : []));
  return {
    day,
    first: starts[0] ?? startOfDay(day, timezone),
    last: starts.at(-1) ?? endOfDay(day, timezone) - 1,
  };
}

/** For scripts, which make the name of the day in the visitor's time zone from it. */
const startsText = ({ first, last }: DayStarts, { dates }: Scope): string =>
  `${dates.machine(first)} ${dates.machine(last)}`;

export const startsIn = (day: string, slots: readonly Slot[], scope: Scope): string =>
  startsText(dayStarts(day, slots, scope.site.timezone), scope);

export type SlotsOfDay = readonly [day: string, slots: readonly Slot[]];

/** A view that is divided into days. */
export interface DayView {
  readonly view: 'day' | 'grid';
  readonly path: string;
  readonly title: (scope: Scope) => Text;
  /** The title of the page of a day, and the beginning of its description. */
  readonly ofDay: (day: string, scope: Scope) => { readonly title: string; readonly about: string };
  readonly body: (
    days: readonly SlotsOfDay[],
    isWholePage: boolean,
    scope: Scope,
  ) => Omit<ProgrammePage, keyof Days> | Omit<GridPage, keyof Days>;
}

/** The page of a day of a large programme. */
export const pathOfDay = ({ path }: Pick<DayView, 'path'>, day: string): string => `${path}${day}/`;

type Days = ProgrammeFrame & Pick<GridPage, 'jump' | 'isEntrance'>;

/** All days on one page. */
export function composeAllDays({ view, title, body }: DayView, slots: readonly Slot[], scope: Scope): Composed {
  const inDays = [...byDay(slots)];
  const days = inDays.map(([day]) => day);
  const jump = inDays.map(([day, inside]) => ({
    text: shortDayText(day, scope, days),
    link: here(`d${day}`),
    count: inside.length,
    day,
    starts: startsIn(day, inside, scope),
  }));
  const frame = programmeFrame(slots, { view }, scope);
  return { title: title(scope), body: { ...frame, jump, isEntrance: false, ...body(inDays, false, scope) } };
}

/** A link on the page. */
export const here = (fragment: string): Link => ({ href: `#${fragment}`, external: false, current: false });

/** One of the days of a large programme, on its own page or on that of the view, which shows today's day. */
export function composeOneDay(
  shown: DayView,
  [day, slots]: SlotsOfDay,
  days: readonly DayStarts[],
  scope: Scope,
): Composed {
  const { view, title, ofDay, body } = shown;
  const isOwnPage = scope.page === pathOfDay(shown, day);
  const own = ofDay(day, scope);
  const beside = days.map((each) => each.day);
  const jump = days.map((each) => ({
    text: shortDayText(each.day, scope, beside),
    link: { ...internal(pathOfDay(shown, each.day), scope), current: each.day === day },
    count: 0,
    day: each.day,
    starts: startsText(each, scope),
  }));
  return {
    title: isOwnPage ? { text: own.title } : title(scope),
    ...(isOwnPage && {
      description: `${own.about}: ${scope.strings.programme.events(slots.length)}`,
      up: { title: screenTitle('program', scope).text, link: internal(screenPath('program'), scope) },
    }),
    body: {
      ...programmeFrame(slots, { view, day }, scope),
      jump,
      isEntrance: !isOwnPage,
      ...body([[day, slots]], isOwnPage, scope),
    },
  };
}
