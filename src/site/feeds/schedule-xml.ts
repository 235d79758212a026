/** schedule.xml, first of pentabarf and then of frab and pretalx (https://c3voc.de/schedule/schema.xsd). */
import type { Locale } from '../../kinds/shapes/primitives.ts';
import type { Site } from '../site.ts';
import { hoursAndMinutes, scheduleOf, type Schedule, type ScheduledEvent } from './schedule.ts';
import { xmlText } from './feed-notation.ts';

export function scheduleXml(site: Site, locale: Locale): string {
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

function eventLines(event: ScheduledEvent): readonly string[] {
  const { id, guid, date, minutes, persons, links } = event;
  return [
    `      <event id="${id}" guid="${guid}">`,
    element('date', date, 4),
    element('start', date.slice(11, 16), 4),
    element('duration', durationText(minutes), 4),
    ...(['room', 'slug', 'url', 'title'] as const).map((name) => element(name, event[name], 4)),
    ...(['subtitle', 'track', 'type', 'language', 'abstract', 'description'] as const).map((name) =>
      element(name, event[name], 4),
    ),
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
