/** The programme on paper: a booklet, a poster of each day, and a sign for the door of each place. */
import type { Entity } from '../../model/broadcast.ts';
import { mapView } from '../parts/map-view.ts';
import { summaryOf, titleIn } from '../parts/page-fields.ts';
import { byDay, type Slot } from '../programme.ts';
import type { Scope } from '../scope.ts';
import { dayText } from '../text/dates.ts';
import { absoluteUrl, entityPath, localePath, screenPath } from '../links/urls.ts';
import { documentsOn } from './lists.ts';
import { zoneName } from './programme-frame.ts';
import { slotView } from './slot-view.ts';
import type { BookletPage, CodeView, Composed, PaperDay, SignsPage } from './view.ts';

export function composeBooklet(paper: BookletPage['paper'], scope: Scope): Composed {
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

export function composePoster(day: string, scope: Scope): Composed {
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

export function composeSigns(scope: Scope): Composed {
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

export const daysOf = (slots: readonly Slot[], scope: Scope): readonly PaperDay[] =>
  [...byDay(slots)].map((day) => paperDay(day, scope));

export const paperDay = ([day, slots]: readonly [string, readonly Slot[]], scope: Scope): PaperDay => ({
  title: dayText(day, scope),
  slots: slots.map((slot) => slotView(slot, scope, { day })),
});

/** The code that leads to a page in the language of this one. */
export function codeOf(page: string, { site, locale }: Scope): { readonly code?: CodeView } {
  if (site.url === undefined) return {};
  const url = absoluteUrl(site.url, localePath(page, locale, site.locales));
  return { code: { url, shown: url.replace(/^https?:\/\//, '').replace(/\/$/, '') } };
}
