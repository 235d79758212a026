/**
 * The programme as conference applications read it (Giggity, EventFahrplan, info-beamer, Engelsystem): the values that
 * schedule.json and schedule.xml have in common. The formats cannot mark an entry as cancelled. Lists of applications show
 * its title and sometimes its subtitle, so both say it; without the entry, nobody would know why it is gone.
 */
import type { Locale } from '../../kinds/shapes/primitives.ts';
import { plainLines } from '../../markdown/reading.ts';
import { digest } from '../../values/digest.ts';
import { urlUuid } from '../../values/uuid.ts';
import { categoryView, type CategoryView } from '../parts/categories.ts';
import { liveFactsOf } from '../parts/marks.ts';
import { summaryOf, textOf, titleIn } from '../parts/page-fields.ts';
import { byFirstDay, byPlace, hostsOf, type Slot } from '../programme.ts';
import { lastingName } from '../programme-history.ts';
import { mayIndex } from '../seo-defaults.ts';
import { scopeOf, type Scope } from '../scope.ts';
import type { Entity, Site } from '../site.ts';
import { endOfDay, startOfDay } from '../event-days.ts';
import { absoluteUrl, entityPath } from '../links/urls.ts';
import { numbersOf } from './numbers.ts';

export const SCHEDULE = { json: '/schedule.json', xml: '/schedule.xml' };

/** The schemas require a day and absolute URLs. A site that search engines must not list has no feeds either. */
export const hasSchedule = (site: Site, locale: Locale): boolean =>
  site.url !== undefined && mayIndex(site, locale) && site.programme.length > 0;

export interface Schedule {
  /** Changes with the programme, and with nothing else. */
  readonly version: string;
  readonly url: string;
  /** The URL of schedule.xml. */
  readonly source: string;
  readonly acronym: string;
  readonly title: string;
  readonly timezone: string;
  /** `00:05`, the step of all times. */
  readonly step: string;
  readonly tracks: readonly CategoryView[];
  readonly rooms: readonly Room[];
  /** The first and the last date of the event. */
  readonly start: string;
  readonly end: string;
  readonly days: readonly Day[];
}

interface Room {
  readonly name: string;
  readonly guid: string;
}

interface Day {
  readonly index: number;
  readonly date: string;
  readonly start: string;
  readonly end: string;
  readonly rooms: readonly (Room & { readonly events: readonly ScheduledEvent[] })[];
}

export interface ScheduledEvent {
  readonly id: number;
  readonly guid: string;
  /** Local time with its offset. */
  readonly date: string;
  readonly minutes: number;
  readonly room: string;
  readonly slug: string;
  readonly url: string;
  readonly title: string;
  readonly track: string;
  readonly type: string;
  readonly language: string;
  readonly abstract: string;
  readonly description: string;
  readonly persons: readonly Person[];
  /** The formats have no mark for an entry that is cancelled or full, so it is what applications show below the title. */
  readonly subtitle: string;
  readonly links: readonly { readonly title: string; readonly url: string }[];
}

interface Person {
  readonly id: number;
  readonly guid: string;
  readonly name: string;
  readonly url: string;
}

export function scheduleOf(site: Site, locale: Locale): Schedule {
  const scope = scopeOf(site, { locale, page: '/schedule.xml' });
  const slots = site.programme;
  const acronym = acronymOf(site.root.name);
  const details = { scope, acronym, idOf: numbered(slots, site) };
  const days = [...byFirstDay(slots)].map(([date, inside], index): Day => {
    const rooms = [...byPlace(inside, ({ address }) => address).values()].map((events) => ({
      ...roomOf(events[0]!.where, scope),
      events: events.map((slot) => eventOf(slot, details)),
    }));
    return { index: index + 1, date, ...hoursOf(date, scope), rooms };
  });
  const names = new Set(slots.flatMap(({ categories }) => categories));
  return {
    version: digest(JSON.stringify(days)).slice(0, 8),
    url: scope.url('/'),
    source: scope.url(SCHEDULE.xml),
    acronym,
    title: site.root.name,
    timezone: site.timezone,
    step: hoursAndMinutes(stepOf(slots)),
    tracks: [...names].map((name) => categoryView(name, scope)),
    rooms: [...new Map(days.flatMap(({ rooms }) => rooms.map(({ name, guid }) => [guid, { name, guid }]))).values()],
    start: site.programmeDays[0]!,
    end: site.programmeDays.at(-1)!,
    days,
  };
}

interface Details {
  readonly scope: Scope;
  readonly acronym: string;
  readonly idOf: (name: string) => number;
}

function eventOf(slot: Slot, { scope, acronym, idOf }: Details): ScheduledEvent {
  const { entity, start, end, where, categories } = slot;
  const { site, locale, dates, strings } = scope;
  const cancelled = slot.cancelled ? strings.changes.types.cancelled : undefined;
  const text = textOf(entity, scope);
  const live = liveFactsOf(slot, scope);
  return {
    id: idOf(lastingName(entity.address, site)),
    guid: guidOf(lastingName(entity.address, site), site),
    date: dates.machine(start),
    minutes: Math.round((end - start) / MINUTE),
    room: roomOf(where, scope).name,
    slug: `${acronym}-${entity.address.replaceAll('/', '_').replace(/-$/, '-0')}`,
    url: scope.url(entityPath(entity)),
    title: `${cancelled === undefined ? '' : `[${cancelled}] `}${titleIn(entity, scope).text}`,
    track: categories[0] === undefined ? '' : categoryView(categories[0], scope).title.text,
    type: entity.kind,
    language: titleIn(entity, scope).lang ?? locale,
    abstract: summaryOf(entity, scope)?.text ?? '',
    description: text ? plainLines(text.text) : '',
    persons: hostsOf(slot, site).map((host) => ({
      id: idOf(host.address),
      guid: guidOf(host.address, site),
      name: titleIn(host, scope).text,
      url: scope.url(entityPath(host)),
    })),
    subtitle: cancelled ?? live.find(({ type }) => type === 'full')?.text ?? '',
    links: live.flatMap(({ text: title, url }) => (url === undefined ? [] : [{ title, url }])),
  };
}

/** The same in every language. */
const guidOf = (name: string, { url }: Site): string => urlUuid(absoluteUrl(url!, name === '' ? '/' : `/${name}/`));

const roomOf = (where: Entity | undefined, scope: Scope): Room =>
  where
    ? { name: titleIn(where, scope).text, guid: guidOf(where.address, scope.site) }
    : { name: scope.strings.programme.elsewhere, guid: guidOf('', scope.site) };

function numbered(slots: readonly Slot[], site: Site): Details['idOf'] {
  const hosts = slots.flatMap((slot) => hostsOf(slot, site).map(({ address }) => address));
  const numbers = numbersOf([...slots.map(({ entity }) => lastingName(entity.address, site)), ...hosts]);
  return (name) => numbers.get(name)!;
}

/** At least four letters, digits and underscores. */
function acronymOf(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const word = plain.replace(/[^a-z0-9]+/g, '_').replace(/^_|_$/g, '');
  return word.length < 4 ? `event_${word}`.replace(/_$/, '') : word;
}

const MINUTE = 60_000;

/** An event day lasts from 06:00 until 06:00. */
const hoursOf = (date: string, { site: { timezone }, dates }: Scope): Pick<Day, 'start' | 'end'> => ({
  start: dates.machine(startOfDay(date, timezone)),
  end: dates.machine(endOfDay(date, timezone)),
});

function stepOf(slots: readonly Slot[]): number {
  const common = (a: number, b: number): number => (b === 0 ? a : common(b, a % b));
  const minutes = slots.flatMap(({ start, end }) => [start, end]).map((instant) => Math.round(instant / MINUTE) % 60);
  return minutes.reduce(common, 60);
}

export const hoursAndMinutes = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
