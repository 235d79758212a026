/**
 * The pages for other places than a browser's window: the programme in frames of other websites, a booklet, a poster of each
 * day, a sign for the door of each place, and a screen for each of them. Neither search engines nor the sitemap list them.
 */
import type { Entity } from '../../model/broadcast.ts';
import { placeKey } from '../links/keys.ts';
import { internal } from '../links/navigator-links.ts';
import { BOOKLETS, embedPath, entityPath, KIOSKS, PAPER, posterPath, screenPath, SIGNS } from '../links/urls.ts';
import { mapView } from '../parts/map-view.ts';
import { summaryOf, titleIn } from '../parts/page-fields.ts';
import { byDay, byFirstDay, type Slot } from '../programme.ts';
import type { Scope } from '../scope.ts';
import type { BookletPage, CodeView, Composed, KioskPage, PaperDay, SignsPage, SitePage } from './view.ts';
import type { Site } from '../site.ts';
import { dayText, shortDayText } from '../text/dates.ts';
import type { Text } from '../text/localise.ts';
import { screenTitle, siteName } from '../text/titles.ts';
import { documentsOn } from './list-pages.ts';
import { zoneName } from './programme-frame.ts';
import { slotView } from './slots.ts';

export function pagesElsewhere(site: Site): readonly SitePage[] {
  const page = (path: string, compose: SitePage['compose']): SitePage => ({
    page: path,
    unlisted: true,
    compose,
  });
  const days = [...byDay(site.programme).keys()];
  const screens = kiosksIn(site);
  const inFrames = site.isPrivate ? [] : framesOf(site.programme);
  return [
    ...inFrames.map((day) => page(embedPath(day), (scope) => composeEmbed(day, scope))),
    page(PAPER, (scope) => composePaper(days, screens, scope)),
    page(BOOKLETS.a5, (scope) => composeBooklet('a5', scope)),
    page(BOOKLETS.a4, (scope) => composeBooklet('a4', scope)),
    ...days.map((day) => page(posterPath(day), (scope) => composePoster(day, scope))),
    page(SIGNS, composeSigns),
    page(KIOSKS, composeFoyer),
    ...screens.map(([path, place]) => page(path, (scope) => composeKiosk(place, scope))),
  ];
}

/** A frame with more entries takes long to load, so each day then has its own. */
const MOST_IN_A_FRAME = 300;

/** The whole programme, and the days that have their own page. */
const framesOf = (programme: readonly Slot[]): readonly (string | undefined)[] =>
  programme.length === 0 ? [] : [undefined, ...(programme.length > MOST_IN_A_FRAME ? byDay(programme).keys() : [])];

/**
 * The programme for other websites, which show it in a frame: no navigation, no script, and links open a new tab. Without a
 * day, it is the whole programme or, if that is too long, its first day.
 */
function composeEmbed(day: string | undefined, scope: Scope): Composed {
  const { programme } = scope.site;
  const days = [...byDay(programme)];
  const allDays = days.map(([each]) => each);
  const isDivided = programme.length > MOST_IN_A_FRAME;
  const shown = isDivided ? days.filter(([each]) => each === (day ?? days[0]?.[0])) : days;
  const listed = shown.flatMap(([, slots]) => slots);
  return {
    title: { text: `${screenTitle('program', scope).text} · ${siteName(scope)}` },
    ...(day !== undefined && { subtitle: dayText(day, scope) }),
    body: {
      type: 'embed',
      days: shown.map((each) => ({ key: `d${each[0]}`, ...paperDay(each, scope) })),
      jump: days.map(([each]) => ({
        title: shortDayText(each, scope, allDays),
        href: isDivided ? scope.link(embedPath(each)) : `#d${each}`,
        current: isDivided && each === shown[0]?.[0],
      })),
      programme: internal(screenPath('program'), scope),
      zone: zoneName(listed, scope),
    },
  };
}

/**
 * A screen has the whole programme of its place, so it needs no network to know what is next. The places where
 * something happens, by the path of their screen.
 */
const kiosksIn = (site: Site): readonly (readonly [string, Entity])[] =>
  documentsOn('places', site)
    .filter(({ address }) => site.slotsAt(address).length > 0)
    .map((place) => [`${KIOSKS}${placeKey(place)}/`, place]);

function composePaper(days: readonly string[], screens: ReturnType<typeof kiosksIn>, scope: Scope): Composed {
  const { paper } = scope.strings;
  const link = (title: Text, path: string) => ({ title, link: internal(path, scope) });
  return {
    title: { text: paper.title },
    body: {
      type: 'paper',
      groups: [
        {
          title: paper.booklet,
          links: [link({ text: 'A5' }, BOOKLETS.a5), link({ text: 'A4' }, BOOKLETS.a4)],
        },
        {
          title: `${paper.poster} (A3)`,
          links: days.map((day) => link({ text: dayText(day, scope) }, posterPath(day))),
        },
        { title: `${paper.signs} (A4)`, links: [link({ text: paper.signs }, SIGNS)] },
        {
          title: paper.screens,
          links: [
            link({ text: paper.foyer }, KIOSKS),
            ...screens.map(([path, place]) => link(titleIn(place, scope), path)),
          ],
        },
      ].filter(({ links }) => links.length > 0),
    },
  };
}

function composeBooklet(paper: BookletPage['paper'], scope: Scope): Composed {
  const { site, strings } = scope;
  const { programmeDays: days } = site;
  return {
    title: { text: strings.paper.booklet },
    bare: true,
    body: {
      type: 'booklet',
      paper,
      ...(days.length > 0 && { dates: datesText(days, scope) }),
      days: daysOf(site.programme, scope),
      maps: site.of('map').map((map) => mapView(map, scope)),
      zone: zoneName(site.programme, scope),
      ...codeOf(screenPath('program'), scope),
    },
  };
}

const datesText = (days: readonly string[], { dates }: Scope): string =>
  [...new Set([days[0]!, days.at(-1)!])].map((day) => dates.eventDayOfYear(day)).join(' – ');

/** The most entries for each size of type. */
const ROOM = [10, 20, 40, 80];

function composePoster(day: string, scope: Scope): Composed {
  const slots = byDay(scope.site.programme).get(day) ?? [];
  const fits = ROOM.findIndex((most) => slots.length <= most);
  return {
    title: { text: `${scope.strings.paper.poster}: ${dayText(day, scope)}` },
    bare: true,
    body: {
      type: 'poster',
      day: paperDay([day, slots], scope),
      density: fits === -1 ? ROOM.length + 1 : fits + 1,
      ...codeOf(screenPath('program'), scope),
    },
  };
}

/** The most lines on one sign, a day counting as two; with more, each day has its own sign. */
const ON_ONE_SIGN = 18;
const IN_LARGE_TYPE = 8;

const linesOf = (days: readonly PaperDay[]): number => days.reduce((sum, { slots }) => sum + 2 + slots.length, 0);

function composeSigns(scope: Scope): Composed {
  const { site } = scope;
  const pins = site.of('map').flatMap((map) => mapView(map, scope).pins);
  const numbers = new Map(pins.map(({ address, number }) => [address, number]));
  return {
    title: { text: scope.strings.paper.signs },
    bare: true,
    body: { type: 'signs', signs: documentsOn('places', site).flatMap((place) => signsOf(place, numbers, scope)) },
  };
}

function signsOf(place: Entity, numbers: ReadonlyMap<string, number>, scope: Scope): SignsPage['signs'] {
  const days = daysOf(scope.site.slotsAt(place.address), scope);
  const sign = {
    title: titleIn(place, scope),
    text: summaryOf(place, scope),
    number: numbers.get(place.address),
    ...codeOf(entityPath(place), scope),
  };
  const sheets = linesOf(days) > ON_ONE_SIGN ? days.map((day) => [day]) : [days];
  return sheets.map((inside) => ({ ...sign, days: inside, large: linesOf(inside) <= IN_LARGE_TYPE }));
}

const daysOf = (slots: readonly Slot[], scope: Scope): readonly PaperDay[] =>
  [...byDay(slots)].map((day) => paperDay(day, scope));

const paperDay = ([day, slots]: readonly [string, readonly Slot[]], scope: Scope): PaperDay => ({
  title: dayText(day, scope),
  slots: slots.map((slot) => slotView(slot, scope, { day })),
});

/** The code that leads to a page in the language of this one. */
function codeOf(page: string, scope: Scope): { readonly code?: CodeView } {
  if (scope.site.url === undefined) return {};
  const url = scope.url(page);
  return { code: { url, shown: url.replace(/^https?:\/\//, '').replace(/\/$/, '') } };
}

const composeFoyer = (scope: Scope): Composed => ({
  title: { text: siteName(scope) },
  bare: true,
  body: kiosk(scope.site.programme, screenPath('program'), scope),
});

function composeKiosk(place: Entity, scope: Scope): Composed {
  const title = titleIn(place, scope);
  return {
    title,
    bare: true,
    body: { ...kiosk(scope.site.slotsAt(place.address), entityPath(place), scope), place: title },
  };
}

const kiosk = (slots: readonly Slot[], page: string, scope: Scope): KioskPage => ({
  type: 'kiosk',
  timezone: scope.site.timezone,
  days: [...byFirstDay(slots)].map((day) => paperDay(day, scope)),
  ...codeOf(page, scope),
});
