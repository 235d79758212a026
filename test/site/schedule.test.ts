import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { check } from '../model/harbour.ts';
import { openSite } from '../../src/site/site.ts';
import { event, filesOf, siteOf } from './harbour-site.ts';

const fixture = (name: string): string =>
  readFileSync(new URL(`../fixtures/schedule/${name}`, import.meta.url), 'utf8');

/** Names, times and sizes that a schema could refuse. */
const TEXTS = {
  'broadcast.yaml': 'name: "É & <2>"\n',
  'places/quay.yaml': 'name: Quay\n',
  'places/old-quay.yaml': 'name: Quay\n',
  'hosts/lena.yaml': 'title: Léna & <Co>\nstatus: published\n',
  'events/a/night-.yaml': event('2027-06-19T01:30:00+02:00', '2027-06-19T03:00:00+02:00', 'place_id: places/quay\n'),
  'events/b.yaml': event(
    '2027-06-18T10:00:00+02:00',
    '2027-06-18T11:05:00+02:00',
    'place_id: places/old-quay\ncategory: "Ça & là"\n$hosts: [hosts/lena]\n$full: true\n$stream: https://live.example/?a=1&b=2\n',
  ),
  'events/exhibition.yaml': event('2027-06-18T10:00:00+02:00', '2027-06-24T18:00:00+02:00'),
  'sessions/talk.yaml':
    'title: Talk\nstatus: published\nhostIds: [hosts/lena]\ndescription: "One\\n\\n* two & <b>three</b>"\ntime: { start: 2027-06-20T12:00:00+02:00, end: 2027-06-20T12:45:00+02:00 }\n',
};
const URL_OF_SITE = { url: 'https://harbour.example/2027' };

describe('schedules', () => {
  const files = filesOf(siteOf(TEXTS, URL_OF_SITE));
  const [json, xml] = [files.get('/schedule.json')!, files.get('/schedule.xml')!];
  interface Event {
    readonly id: number;
    readonly guid: string;
    readonly room: string;
  }
  let isValid: ReturnType<Ajv['compile']>;

  beforeAll(() => {
    const ajv = new Ajv({ strict: false, allErrors: true });
    (addFormats as unknown as (to: Ajv) => void)(ajv);
    const { $schema: _, ...schema } = JSON.parse(fixture('schema.json')) as Record<string, unknown>;
    isValid = ajv.compile(schema);
  });

  it('are valid by the published schema of schedule.json, in every language', () => {
    for (const path of ['/schedule.json', '/en/schedule.json', '/es/schedule.json']) {
      isValid(JSON.parse(files.get(path)!));
      expect(isValid.errors ?? []).toEqual([]);
    }
  });

  it('are valid by the published schema of schedule.xml, in every language', async () => {
    const schema = fixture('schedule.xml.xsd');
    const documents = ['/schedule.xml', '/en/schedule.xml', '/es/schedule.xml'];
    const results = await Promise.all(documents.map((path) => validateXML({ xml: files.get(path)!, schema })));
    expect(results.map(({ errors }) => errors)).toEqual([[], [], []]);
  });

  it('keep ids and guids in every language, each of them once', () => {
    const eventsIn = (path: string) => {
      const { schedule } = JSON.parse(files.get(path)!) as {
        schedule: { conference: { days: { rooms: Record<string, Event[]> }[] } };
      };
      return schedule.conference.days.flatMap(({ rooms }) => Object.values(rooms).flat());
    };
    const ids = eventsIn('/schedule.json').map(({ id, guid }) => `${id} ${guid}`);
    expect(new Set(ids.flatMap((both) => both.split(' '))).size).toBe(8);
    expect(eventsIn('/en/schedule.json').map(({ id, guid }) => `${id} ${guid}`)).toEqual(ids);
    expect(eventsIn('/schedule.json').map(({ room }) => room)).toContain('Quay 2');
  });

  /** What an application reads of each event, as the parsers of Giggity and EventFahrplan do. */
  const eventsOf = (text: string) =>
    [...text.matchAll(/<event id="(\d+)" guid="([^"]+)">([\s\S]*?)<\/event>/g)].map(([, id, guid, inside]) => ({
      id,
      guid,
      part: (name: string): string | undefined =>
        new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`).exec(inside!)?.[1],
    }));

  it('have everything that Giggity needs: title, days, rooms, and for each event id, date, start, duration and title', () => {
    expect(xml).toContain('<title>É &amp; &lt;2&gt;</title>');
    expect(xml).toMatch(/<day index="1" date="2027-06-18" /);
    expect(xml).toContain('<room name="Quay 2"');
    const night = eventsOf(xml).find(({ part }) => part('start') === '01:30')!;
    expect(night.part('date')).toBe('2027-06-19T01:30:00+02:00');
    expect(night.part('duration')).toBe('01:30');
    expect(night.part('title')).toBe('2027-06-19T01:30:00+02:00');
    expect(eventsOf(xml).every(({ id, part }) => Number(id) > 0 && /^\d{1,2}:\d\d/.test(part('start')!))).toBe(true);
    expect(
      eventsOf(xml)
        .find(({ part }) => part('title') === 'Talk')!
        .part('person'),
    ).toBe('Léna &amp; &lt;Co&gt;');
  });

  it('have everything that EventFahrplan needs: a version, days that end at the change of the day, and a slug and URL for each event', () => {
    expect(xml).toMatch(/<version>[\w-]{8}<\/version>/);
    expect(xml).toMatch(/<day index="1" [^>]*start="2027-06-18T06:00:00\+02:00" end="2027-06-19T06:00:00\+02:00">/);
    const [first] = eventsOf(xml);
    expect(first!.part('slug')).toMatch(/^[a-z0-9_]{4,}-events_/);
    expect(first!.part('url')).toMatch(/^https:\/\/harbour\.example\/2027\/events\//);
    expect(eventsOf(xml).every(({ guid }) => /^[0-9a-f-]{36}$/.test(guid!))).toBe(true);
  });

  it('have the hosts of an event, that it is full, and a link to its stream', () => {
    const event = eventsOf(xml).find(({ part }) => part('start') === '10:00' && part('room') === 'Quay')!;
    expect(['person', 'subtitle', 'link'].map(event.part)).toEqual(['Léna &amp; &lt;Co&gt;', 'Complet', 'En direct']);
    expect(xml).toContain('<link href="https://live.example/?a=1&amp;b=2">');
    expect(json).toContain('"links":[{"title":"En direct","url":"https://live.example/?a=1&b=2"}]');
  });

  it('change their version with the programme only, and keep what is cancelled with a mark', () => {
    const versionOf = (text: string) => /"version":"([^"]+)"/.exec(text)![1];
    const later = filesOf(
      siteOf({ ...TEXTS, 'articles/a.md': '---\ntitle: A\nstatus: published\n---\nText\n' }, URL_OF_SITE),
    );
    expect(versionOf(later.get('/schedule.json')!)).toBe(versionOf(json));
    const site = openSite({ broadcast: check(TEXTS).broadcast, now: Date.UTC(2027, 5, 1), ...URL_OF_SITE });
    const programme = site.programme.map((slot, index) => ({ ...slot, cancelled: index === 0 }));
    const cancelled = filesOf({ ...site, programme });
    expect(versionOf(cancelled.get('/schedule.json')!)).not.toBe(versionOf(json));
    expect(cancelled.get('/schedule.json')!.match(/"guid":"[^"]+","id"/g)).toHaveLength(4);
    const marked = eventsOf(cancelled.get('/schedule.xml')!).filter(({ part }) => part('subtitle') === 'Annulé');
    expect(marked.map(({ part }) => part('title'))).toEqual(['[Annulé] 2027-06-18T10:00:00+02:00']);
  });

  it('need the URL of the site, a programme, and a site that may be listed', () => {
    const none = (texts: Record<string, string>, options = {}) =>
      [...filesOf(siteOf(texts, options)).keys()].filter((path) => path.includes('schedule'));
    expect(none(TEXTS)).toEqual([]);
    expect(none({}, URL_OF_SITE)).toEqual([]);
    expect(none({ ...TEXTS, 'broadcast.yaml': 'name: X\nisPrivate: true\n' }, URL_OF_SITE)).toEqual([]);
  });
});
