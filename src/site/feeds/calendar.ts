/** Calendar files, of the whole programme, each category, each place and each entry, and the links to them. */
import type { Locale } from '../../kinds/shapes/primitives.ts';
import { plainLines } from '../../markdown/reading.ts';
import { oncePer } from '../../values/once-per.ts';
import { urlUuid } from '../../values/uuid.ts';
import { categoryKey } from '../links/keys.ts';
import { absoluteUrl, calendarPath, categoryPath, entityPath, localePath, webcalUrl } from '../links/urls.ts';
import { categoryView } from '../parts/categories.ts';
import { liveFactsOf } from '../parts/marks.ts';
import { addressText, locationOf } from '../parts/location.ts';
import { ownTitle, textOf, titleIn } from '../parts/page-fields.ts';
import { byPlace, hostsOf, type Slot } from '../programme.ts';
import { scopeOf, type Scope } from '../scope.ts';
import type { Site } from '../site.ts';
import type { Text } from '../text/localise.ts';
import { calendarText, escaped, isUtc, timeLine, timezoneLines, utcTime } from './calendar-text.ts';
import { hasSchedule, SCHEDULES } from './schedule.ts';

export interface CalendarOf {
  /** In each language's tree. */
  readonly path: string;
  /** Absent for the whole programme. */
  readonly slots?: readonly Slot[] | undefined;
  /** The place or the category that it is about. */
  readonly about?: ((scope: Scope) => Text) | undefined;
}

export const WHOLE_CALENDAR = '/calendar.ics';

export const calendarsOf = ({ programme }: Pick<Site, 'programme'>): readonly CalendarOf[] => [
  { path: WHOLE_CALENDAR },
  ...categoryCalendars(programme),
  ...placeCalendars(programme),
  ...programme.map((slot) => ({ path: calendarPath(entityPath(slot.entity)), slots: [slot] })),
];

/** Two names with the same key share a file, as they share a filter. Every page of the programme links to all of them. */
export const categoryCalendars = oncePer((programme: readonly Slot[]): readonly CalendarOf[] => {
  const found = new Map<string, { readonly name: string; readonly slots: Set<Slot> }>();
  for (const slot of programme) {
    for (const name of slot.categories) {
      const path = calendarPath(categoryPath(categoryKey(name)));
      const calendar = found.get(path);
      if (calendar) calendar.slots.add(slot);
      else found.set(path, { name, slots: new Set([slot]) });
    }
  }
  const sorted = [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([path, { name, slots }]) => ({
    path,
    slots: [...slots],
    about: (scope) => categoryView(name, scope).title,
  }));
});

export const placeCalendars = oncePer((programme: readonly Slot[]): readonly CalendarOf[] => {
  const calendars = [...byPlace(programme, ({ address }) => address).values()].flatMap((slots) => {
    const where = slots[0]?.where;
    if (!where) return [];
    return [{ path: calendarPath(entityPath(where)), slots, about: (scope: Scope) => titleIn(where, scope) }];
  });
  return calendars.sort((a, b) => (a.path < b.path ? -1 : 1));
});

/**
 * Calendar files (RFC 5545). There is no METHOD: a file that is subscribed to or imported is no invitation, and without
 * one DTSTAMP is the time of the last revision.
 */
export function calendarFile(
  site: Site,
  { locale, path, slots = site.programme, about }: CalendarOf & { readonly locale: Locale },
): string {
  const scope = scopeOf(site, { locale, page: path });
  const name = about ? `${site.root.name} · ${about(scope).text}` : site.root.name;
  return calendarText([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//gitcast//site//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    `X-WR-TIMEZONE:${site.timezone}`,
    ...(site.url === undefined ? [] : [`SOURCE;VALUE=URI:${absoluteUrl(site.url, scope.path)}`]),
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...timezonesOf(slots, site),
    ...slots.flatMap((slot) => eventLines(slot, scope)),
    'END:VCALENDAR',
  ]);
}

const zoneOf = (slot: Slot, site: Site): string => slot.timezone ?? site.timezone;

function timezonesOf(slots: readonly Slot[], site: Site): readonly string[] {
  // A calendar has at least one component (RFC 5545, 3.6).
  if (slots.length === 0) return timezoneLines('UTC', { first: 1971, last: 1971 });
  const zones = Map.groupBy(slots, (slot) => zoneOf(slot, site));
  return [...zones].flatMap(([timezone, inside]) => {
    if (isUtc(timezone)) return [];
    const year = (instant: number): number => new Date(instant).getUTCFullYear();
    const first = year(inside[0]!.start);
    return timezoneLines(timezone, { first, last: inside.reduce((last, { end }) => Math.max(last, year(end)), first) });
  });
}

function eventLines(slot: Slot, scope: Scope): readonly string[] {
  const { site, locale } = scope;
  const { entity, start, end, where, categories, cancelled } = slot;
  const page = localePath(entityPath(entity), locale, site.locales);
  const description = descriptionOf(slot, scope);
  const { address, geo } = where ? locationOf(where, site) : {};
  const place = where && [titleIn(where, scope).text, ...(address ? [addressText(address, locale)] : [])].join(', ');
  const stream = liveFactsOf(slot, scope).find(({ type }) => type === 'stream');
  const timezone = zoneOf(slot, site);
  const names = categories.map((name) => escaped(categoryView(name, scope).title.text));
  return [
    'BEGIN:VEVENT',
    `UID:${uidOf(site.namesOf(entity.address)[0]!, site)}`,
    ...revisionLines(slot, site),
    timeLine('DTSTART', start, timezone),
    timeLine('DTEND', end, timezone),
    `SUMMARY:${escaped(ownTitle(entity, scope)?.text ?? '')}`,
    ...(description === '' ? [] : [`DESCRIPTION:${escaped(description)}`]),
    ...(place === undefined ? [] : [`LOCATION:${escaped(place)}`]),
    ...(geo ? [`GEO:${geo.latitude};${geo.longitude}`] : []),
    ...(stream ? [`CONFERENCE;VALUE=URI:${stream.url}`] : []),
    ...(names.length > 0 ? [`CATEGORIES:${names.join(',')}`] : []),
    ...(site.url === undefined ? [] : [`URL:${absoluteUrl(site.url, page)}`]),
    `STATUS:${cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
  ];
}

/** Calendars show little else, so it also has what the page shows apart from the text. */
function descriptionOf(slot: Slot, scope: Scope): string {
  const text = textOf(slot.entity, scope);
  const hosts = hostsOf(slot, scope.site).map((host) => titleIn(host, scope).text);
  const lines = [
    ...(hosts.length > 0 ? [`${scope.strings.programme.withHosts} ${hosts.join(', ')}`] : []),
    ...liveFactsOf(slot, scope).map(({ text: label, url }) => (url === undefined ? label : `${label} ${url}`)),
  ];
  return [...(text ? [plainLines(text.text)] : []), ...(lines.length > 0 ? [lines.join('\n')] : [])].join('\n\n');
}

/** The same in every language and in every file, and under a new file name. The folder of the site tells one year of a festival from another. */
export function uidOf(name: string, { url, root }: Pick<Site, 'url' | 'root'>): string {
  // Without an address, the name of the site is all that tells it from others.
  if (url === undefined) return `${name.replaceAll('/', '.')}@${urlUuid(root.name)}`;
  const { host: hostName, pathname } = new URL(url);
  const folder = pathname.replace(/\/+$/, '');
  return `${[name, folder].join('').replaceAll('/', '.')}@${hostName}`;
}

/** A calendar shows the names of the place and the hosts, so a new name is a revision too. SEQUENCE counts only the entry's own. */
function revisionLines(slot: Slot, site: Site): readonly string[] {
  const own = site.revision(slot.entity.address);
  // Required, and never older than in the build before: calendars ignore what is.
  if (!own) return [`DTSTAMP:${utcTime(site.revised)}`];
  const named = [...(slot.where ? [slot.where] : []), ...hostsOf(slot, site)];
  const modified = Math.max(own.modified, ...named.map(({ address }) => site.revision(address)?.modified ?? -Infinity));
  return [
    `DTSTAMP:${utcTime(modified)}`,
    `CREATED:${utcTime(own.created)}`,
    `LAST-MODIFIED:${utcTime(modified)}`,
    `SEQUENCE:${own.sequence}`,
  ];
}

export interface CalendarLink {
  readonly title: Text;
  readonly file: string;
  /** A calendar that is subscribed to follows changes. Absent if the site has no URL. */
  readonly subscribe?: string | undefined;
}

export interface CalendarLinks {
  readonly whole: CalendarLink;
  readonly groups: readonly { readonly title: string; readonly links: readonly CalendarLink[] }[];
  /** The absolute URLs that conference applications ask for. */
  readonly schedules: readonly { readonly title: string; readonly href: string }[];
}

/** For visitors who want the programme in an application of their own. */
export function calendarLinks(scope: Scope): CalendarLinks {
  const { site, locale, strings } = scope;
  const groups = [
    { title: strings.programme.filter, of: categoryCalendars(site.programme) },
    { title: strings.places, of: placeCalendars(site.programme) },
  ];
  return {
    whole: { ...linkTo(WHOLE_CALENDAR, scope), title: { text: strings.calendars.whole } },
    groups: groups
      .filter(({ of }) => of.length > 1)
      .map(({ title, of }) => ({ title, links: of.map((calendar) => calendarLink(calendar, scope)) })),
    schedules: hasSchedule(site, locale)
      ? SCHEDULES.map(({ path }) => ({ title: path.slice(1), href: scope.link(path) }))
      : [],
  };
}

export const calendarLink = ({ path, about }: CalendarOf, scope: Scope): CalendarLink => ({
  ...linkTo(path, scope),
  title: about?.(scope) ?? { text: '' },
});

function linkTo(path: string, { site, locale, rootLink }: Scope): Omit<CalendarLink, 'title'> {
  const file = localePath(path, locale, site.locales);
  return {
    file: rootLink(file),
    ...(site.url !== undefined && { subscribe: webcalUrl(site.url, file) }),
  };
}
