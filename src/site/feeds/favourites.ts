/**
 * What the page of favourites needs of every entry, in one language. Visitors without favourites do not load it, and the
 * page itself stays small, however long the programme is.
 */
import type { Locale } from '../../kinds/shapes/primitives.ts';
import { isObject } from '../../values/json.ts';
import { categoryView } from '../parts/categories.ts';
import { mapOf } from '../parts/map-view.ts';
import { titleIn } from '../parts/page-fields.ts';
import { slotView } from '../pages/slot-view.ts';
import { eventDay } from '../event-days.ts';
import { scopeOf, type Scope } from '../scope.ts';
import type { Entity, Site } from '../site.ts';
import { colourClass } from '../used/style-values.ts';
import { dayText, shortDayText } from '../text/dates.ts';
import { entityPath, screenPath } from '../links/urls.ts';
import { uidOf } from './calendar.ts';
import { numbersOf } from './numbers.ts';
import { jsonLines } from './json-lines.ts';

export const FAVOURITES_DATA = `${screenPath('favorites')}entries.json`;

/** The length of an entry's key, with which a shared link names it: `36 ** 6` is more than the largest number. */
const KEY = 6;

/**
 * The names are short to keep the download small. An entry: `k` key, `a` address, `u` URL, `t` title, `l` its language if
 * it differs, `s` and `e` start and end in minutes since 1970, `f` and `o` the same for people, `d` day, `z` the last
 * of several days, `p` number of
 * the place, `c` class of its colour, `g` category, `x` true if cancelled.
 */
export function favouritesData(site: Site, locale: Locale): string {
  const scope = scopeOf(site, { locale, page: FAVOURITES_DATA });
  const numbers = numbersOf(site.programme.map(({ entity }) => entity.address));
  const places = [...new Set(site.programme.flatMap(({ where }) => (where ? [where] : [])))];
  const numberOf = new Map(places.map((place, index) => [place, index]));
  const entries = site.programme.map((slot) => {
    const { entity, where, categories, cancelled } = slot;
    const { title, time, colour } = slotView(slot, scope);
    const lastDay = eventDay(slot.end - 1, site.timezone);
    return {
      k: numbers.get(entity.address)!.toString(36).padStart(KEY, '0'),
      a: entity.address,
      u: entityPath(entity).slice(1),
      t: title.text,
      ...(title.lang && { l: title.lang }),
      s: slot.start / MINUTE,
      e: slot.end / MINUTE,
      f: time.from,
      o: lastDay > slot.day ? `${shortDayText(lastDay, scope)} ${time.to}` : time.to,
      d: slot.day,
      ...(lastDay > slot.day && { z: lastDay }),
      ...(where && { p: numberOf.get(where)! }),
      ...(colour && { c: colourClass(colour) }),
      ...(categories[0] !== undefined && { g: categoryView(categories[0], scope).title.text }),
      ...(cancelled && { x: true }),
    };
  });
  const data = {
    uid: uidOf('', site.url),
    days: Object.fromEntries(site.programme.map(({ day }) => [day, dayText(day, scope)])),
    places: places.map((place) => ({ t: titleIn(place, scope).text, ...positionOf(place, scope) })),
  };
  return `${JSON.stringify(data).slice(0, -1)},"entries":${jsonLines(entries)}}\n`;
}

const MINUTE = 60_000;

/** In metres on the map `m`, if its scale is known. */
function positionOf(place: Entity, scope: Scope): { m: string; x: number; y: number } | undefined {
  const map = mapOf(place, scope);
  const scale = map?.local.scale;
  const position = place.fields[place.document.declaration.page?.pin?.coordinates ?? ''];
  const { x, y } = isObject(position) ? position : {};
  if (!map || scale === undefined || typeof x !== 'number' || typeof y !== 'number') return undefined;
  return { m: map.slug, x: Math.round(x * scale), y: Math.round(y * scale) };
}
