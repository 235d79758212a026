/**
 * The data that the page of favourites needs of every entry, in one language. Visitors without favourites do not load
 * it, and the page itself stays small, however long the programme is.
 */
import type { Locale } from '../../kinds/shapes/primitives.ts';
import { documentLink } from '../links/navigator-links.ts';
import { entityPath, screenPath } from '../links/urls.ts';
import { slotView } from '../pages/slots.ts';
import { categoryView } from '../parts/categories.ts';
import { mapOf, positionOf } from '../parts/map-view.ts';
import { titleIn } from '../parts/page-fields.ts';
import { byDay, type Slot } from '../programme.ts';
import { scopeOf, type Scope } from '../scope.ts';
import type { Entity, Site } from '../site.ts';
import { dayText, shortDayText } from '../text/dates.ts';
import { colourClass } from '../used/shown-values.ts';
import { uidOf } from './calendar.ts';
import { jsonLines, numbersOf } from './feed-notation.ts';

export const FAVOURITES_DATA = `${screenPath('favorites')}entries.json`;

/** The length of an entry's key, with which a shared link names it: `36 ** 6` is more than the largest number. */
const KEY = 6;

/**
 * The names are short to keep the download small. An entry: `k` key, `a` the name that stays when its
 * file is renamed, `n` its other names, `u` URL, `t` title, `l` its language if
 * it differs, `s` and `e` start and end in minutes since 1970, `f` and `o` the same for people, `d` day, `z` the last
 * of several days, `b` its start with the date, where the day is not that date, `p` number of the place, `c` class of its colour,
 * `g` category, `x` true if cancelled, `v` what is known live, `w` true if visitors come and go as they like.
 */
export function favouritesData(site: Site, locale: Locale): string {
  const scope = scopeOf(site, { locale, page: FAVOURITES_DATA });
  const numbers = numbersOf(site.programme.map(({ entity }) => site.namesOf(entity.address)[0]!));
  // By address: in the order of the programme, an event that moves would change the number of every place, and so every entry.
  const places = [...new Set(site.programme.flatMap(({ where }) => (where ? [where] : [])))].sort((one, other) =>
    one.address < other.address ? -1 : 1,
  );
  const numberOf = new Map(places.map((place, index) => [place, index]));
  const entries = site.programme.map((slot) => {
    const { entity, where, categories, cancelled } = slot;
    const { title, time, colour, live } = slotView(slot, scope);
    const [name, ...others] = site.namesOf(entity.address);
    const lastDay = slot.days.at(-1)!;
    const date = time.start.slice(0, 10);
    return {
      k: numbers.get(name!)!.toString(36).padStart(KEY, '0'),
      a: name!,
      ...(others.length > 0 && { n: others }),
      u: entityPath(entity).slice(1),
      t: title.text,
      ...(title.lang && { l: title.lang }),
      s: slot.start / MINUTE,
      e: slot.end / MINUTE,
      f: time.from,
      o: time.toDay ? `${time.toDay.short} ${time.to}` : time.to,
      d: slot.day,
      ...(lastDay > slot.day && { z: lastDay }),
      ...((lastDay > slot.day || date !== slot.day) && { b: `${shortDayText(date, scope)} ${time.from}` }),
      ...(where && { p: numberOf.get(where)! }),
      ...(colour && { c: colourClass(colour) }),
      ...(categories[0] !== undefined && { g: categoryView(categories[0], scope).title.text }),
      ...(cancelled && { x: true }),
      ...(live && { v: live.map(({ text }) => text).join(' · ') }),
      ...(isOpenHouse(slot, time.start) && { w: true }),
    };
  });
  const data = {
    uid: uidOf('', site),
    days: Object.fromEntries([...byDay(site.programme).keys()].map((day) => [day, dayText(day, scope)])),
    places: places.map((place) => ({ t: titleIn(place, scope).text, ...metresOf(place, scope) })),
  };
  return `${JSON.stringify(data).slice(0, -1)},"entries":${jsonLines(entries)}}\n`;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** An exhibition is open all day, or for days: visitors come and go. A workshop of a day and a long night are one event. */
function isOpenHouse({ start, end }: Slot, localStart: string): boolean {
  const hour = Number(localStart.slice(11, 13));
  return end - start >= 24 * HOUR || (end - start >= 10 * HOUR && hour >= 6 && hour < 16);
}

/** In metres on the map `m`, if its scale is known. */
function metresOf(place: Entity, scope: Scope): { m: string; x: number; y: number } | undefined {
  const map = mapOf(place, scope);
  const scale = map?.local.scale;
  const position = positionOf(place);
  if (!map || scale === undefined || !position) return undefined;
  return { m: map.slug, x: Math.round(position.x * scale), y: Math.round(position.y * scale) };
}

export const dayFilePath = (day: string): string => `/program/${day}.json`;

/**
 * A day of the programme, which the home page reads during the event. The keys are short to keep it
 * small: s is the start, e the end, t the title, l its language, u the address, p the place.
 */
export function dayFile(slots: readonly Slot[], site: Site, locale: Locale): string {
  const scope = scopeOf(site, { locale, page: '/' });
  const entries = slots
    .filter(({ cancelled }) => !cancelled)
    .map(({ entity, start, end, where }) => {
      const title = titleIn(entity, scope);
      return {
        s: scope.dates.machine(start),
        e: scope.dates.machine(end),
        t: title.text,
        ...(title.lang && { l: title.lang }),
        u: documentLink(entity, scope).href,
        ...(where && { p: titleIn(where, scope).text }),
      };
    });
  return `${jsonLines(entries)}\n`;
}
