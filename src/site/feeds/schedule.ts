/**
 * The programme as conference applications read it (Giggity, EventFahrplan, info-beamer, Engelsystem): the values that
 * schedule.json and schedule.xml have in common. The formats cannot mark an entry as cancelled. Lists of applications show
 * its title and sometimes its subtitle, so both say it; without the entry, nobody would know why it is gone.
 */
import type { Locale } from '../../kinds/shapes/primitives.ts';
import { plainLines } from '../../markdown/reading.ts';
import { digest } from '../../values/digest.ts';
import { urlUuid } from '../../values/uuid.ts';
import { categoryView } from '../parts/categories.ts';
import { liveFactsOf } from '../parts/marks.ts';
import { summaryOf, textOf, titleIn } from '../parts/page-fields.ts';
import { byFirstDay, byPlace, hostsOf, type Slot } from '../programme.ts';
import { hasFeeds } from '../seo-defaults.ts';
import { scopeOf, type Scope } from '../scope.ts';
import type { Entity, Site } from '../site.ts';
import { endOfDay, startOfDay } from '../event-days.ts';
import { absoluteUrl, entityPath } from '../links/urls.ts';
import { numbersOf, xmlText } from './feed-notation.ts';

const XML = '/schedule.xml';

export const SCHEDULES = [
  { path: '/schedule.json', compose: scheduleJson },
  { path: XML, compose: scheduleXml },
] as const;

/** The schemas require a day. */
export const hasSchedule = (site: Site, locale: Locale): boolean => hasFeeds(site, locale) && site.programme.length > 0;

type Schedule = ReturnType<typeof scheduleOf>;

export function scheduleOf(site: Site, locale: Locale) {
  const scope = scopeOf(site, { locale, page: XML });
  const slots = site.programme;
  const acronym = acronymOf(site.root.name);
  const details = { scope, acronym, idOf: numbered(slots, site) };
  const days = [...byFirstDay(slots)].map(([date, inside], index) => {
    const rooms = [...byPlace(inside, ({ address }) => address).values()].map((events) => ({
      ...roomOf(events[0]!.where, scope),
      events: events.map((slot) => eventOf(slot, details)),
    }));
    return { index: index + 1, date, ...hoursOf(date, scope), rooms };
  });
  const names = new Set(slots.flatMap(({ categories }) => categories));
  return {
    /** Changes with the programme, and with nothing else. */
    version: digest(JSON.stringify(days)).slice(0, 8),
    url: scope.url('/'),
    /** The URL of schedule.xml. */
    source: scope.url(XML),
    acronym,
    title: site.root.name,
    timezone: site.timezone,
    /** `00:05`, the step of all times. */
    step: hoursAndMinutes(stepOf(slots)),
    tracks: [...names].map((name) => categoryView(name, scope)),
    rooms: [...new Map(days.flatMap(({ rooms }) => rooms.map(({ name, guid }) => [guid, { name, guid }]))).values()],
    /** The first and the last date of the event. */
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

type ScheduledEvent = ReturnType<typeof eventOf>;

function eventOf(slot: Slot, { scope, acronym, idOf }: Details) {
  const { entity, start, end, where, categories } = slot;
  const { site, locale, dates, strings } = scope;
  const cancelled = slot.cancelled ? strings.changes.types.cancelled : undefined;
  const text = textOf(entity, scope);
  const live = liveFactsOf(slot, scope);
  return {
    id: idOf(site.namesOf(entity.address)[0]!),
    guid: guidOf(site.namesOf(entity.address)[0]!, site),
    /** Local time with its offset. */
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
    /** The formats have no mark for an entry that is cancelled or full, so it is what applications show below the title. */
    subtitle: cancelled ?? live.find(({ type }) => type === 'full')?.text ?? '',
    links: live.flatMap(({ text: title, url }) => (url === undefined ? [] : [{ title, url }])),
  };
}

/** The same in every language. */
const guidOf = (name: string, { url }: Site): string => urlUuid(absoluteUrl(url!, name === '' ? '/' : `/${name}/`));

const roomOf = (where: Entity | undefined, scope: Scope) =>
  where
    ? { name: titleIn(where, scope).text, guid: guidOf(where.address, scope.site) }
    : { name: scope.strings.programme.elsewhere, guid: guidOf('', scope.site) };

function numbered(slots: readonly Slot[], site: Site): Details['idOf'] {
  const hosts = slots.flatMap((slot) => hostsOf(slot, site).map(({ address }) => address));
  const numbers = numbersOf([...slots.map(({ entity }) => site.namesOf(entity.address)[0]!), ...hosts]);
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
const hoursOf = (date: string, { site: { timezone }, dates }: Scope) => ({
  start: dates.machine(startOfDay(date, timezone)),
  end: dates.machine(endOfDay(date, timezone)),
});

function stepOf(slots: readonly Slot[]): number {
  const common = (a: number, b: number): number => (b === 0 ? a : common(b, a % b));
  const minutes = slots.flatMap(({ start, end }) => [start, end]).map((instant) => Math.round(instant / MINUTE) % 60);
  return minutes.reduce(common, 60);
}

const hoursAndMinutes = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** schedule.json of c3voc (https://c3voc.de/schedule/schema.json). */
function scheduleJson(site: Site, locale: Locale): string {
  const { version, url, acronym, title, timezone, step, tracks, rooms, days, start, end } = scheduleOf(site, locale);
  const schedule = {
    $schema: 'https://c3voc.de/schedule/schema.json',
    generator: { name: 'gitcast' },
    schedule: {
      version,
      base_url: url,
      conference: {
        acronym,
        title,
        start,
        end,
        daysCount: days.length,
        timeslot_duration: step,
        ...(NAMED.test(timezone) && { time_zone_name: timezone }),
        url,
        tracks: tracks.map((track) => ({
          name: track.title.text,
          ...(SLUG.test(track.key) && { slug: track.key }),
          ...(track.colour !== undefined && { color: track.colour }),
        })),
        rooms,
        days: days.map((day) => ({
          index: day.index,
          date: day.date,
          day_start: day.start,
          day_end: day.end,
          rooms: Object.fromEntries(day.rooms.map(({ name, events }) => [name, events.map(eventJson)])),
        })),
      },
    },
  };
  return `${JSON.stringify(schedule)}\n`;
}

/** The names of time zones that the schema accepts: `Etc/GMT+3` is none. */
const NAMED = /^[A-Z][a-z]+\/[A-Z][a-z]+|^UTC$/;
const SLUG = /^[a-z0-9_-]+[a-z0-9]$/;

const eventJson = ({ id, guid, date, minutes, persons, ...event }: ScheduledEvent) => ({
  guid,
  id,
  date,
  start: date.slice(11, 16),
  duration: hoursAndMinutes(minutes),
  ...event,
  persons: persons.map(({ guid: person, name, url }) => ({ guid: person, name, url })),
  attachments: [],
});

/** schedule.xml, first of pentabarf and then of frab and pretalx (https://c3voc.de/schedule/schema.xsd). */
function scheduleXml(site: Site, locale: Locale): string {
  const schedule = scheduleOf(site, locale);
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<schedule>',
    '  <generator name="gitcast"/>',
    element('url', schedule.source, 1),
    element('version', schedule.version, 1),
    ...conference(schedule),
    ...schedule.days.flatMap(({ index, date, start, end, rooms }) => [
      `  <day index="${index}" date="${date}" start="${start}" end="${end}">`,
      ...rooms.flatMap(({ name, guid, events }) => [
        `    <room name="${xmlText(name)}" guid="${guid}">`,
        ...events.flatMap(eventLines),
        '    </room>',
      ]),
      '  </day>',
    ]),
    '</schedule>',
  ];
  return `${lines.join('\n')}\n`;
}

const conference = ({ acronym, title, url, timezone, step, tracks, start, end, days }: Schedule): readonly string[] => [
  '  <conference>',
  element('acronym', acronym, 2),
  element('title', title, 2),
  element('start', start, 2),
  element('end', end, 2),
  element('days', String(days.length), 2),
  element('timeslot_duration', step, 2),
  element('base_url', url, 2),
  element('url', url, 2),
  element('time_zone_name', timezone, 2),
  ...tracks.map(({ title: name, key, colour }) => {
    const attributes = [
      `name="${xmlText(name.text)}"`,
      ...(colour !== undefined && /^#[0-9a-f]{6}$/i.test(colour) ? [`color="${colour}"`] : []),
      ...(/^[a-z][a-z0-9-]+$/.test(key) ? [`slug="${key}"`] : []),
    ];
    return `    <track ${attributes.join(' ')}/>`;
  }),
  '  </conference>',
];

const TEXTS = [
  'room',
  'slug',
  'url',
  'title',
  'subtitle',
  'track',
  'type',
  'language',
  'abstract',
  'description',
] as const;

function eventLines(event: ScheduledEvent): readonly string[] {
  const { id, guid, date, minutes, persons, links } = event;
  return [
    `      <event id="${id}" guid="${guid}">`,
    element('date', date, 4),
    element('start', date.slice(11, 16), 4),
    element('duration', durationText(minutes), 4),
    ...TEXTS.map((name) => element(name, event[name], 4)),
    '        <persons>',
    ...persons.map(
      (person) => `          <person id="${person.id}" guid="${person.guid}">${xmlText(person.name)}</person>`,
    ),
    '        </persons>',
    ...(links.length === 0 ? ['        <links/>'] : ['        <links>', ...links.map(linkLine), '        </links>']),
    '        <attachments/>',
    '      </event>',
  ];
}

const linkLine = ({ title, url }: ScheduledEvent['links'][number]): string =>
  `          <link href="${xmlText(url)}">${xmlText(title)}</link>`;

/** The schema has room for two digits of hours; longer entries have days too. */
const durationText = (minutes: number): string =>
  minutes < 6000 ? hoursAndMinutes(minutes) : `${Math.floor(minutes / 1440)}:${hoursAndMinutes(minutes % 1440)}`;

const element = (name: string, text: string, depth: number): string =>
  `${'  '.repeat(depth)}<${name}>${xmlText(text)}</${name}>`;
