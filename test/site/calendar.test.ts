import ICAL from 'ical.js';
import { convertIcsCalendar } from 'ts-ics';
import { describe, expect, it } from 'vitest';
import { favouritesData } from '../../src/site/feeds/programme-data.ts';
import { calendarFile } from '../../src/site/feeds/calendar.ts';
import { calendarText, escaped, timeLine, timezoneLines } from '../../src/site/feeds/calendar-text.ts';
import type { Revision } from '../../src/site/programme-history.ts';
import type { Site } from '../../src/site/site.ts';
import { offsetAt } from '../../src/values/instants.ts';
import { event, filesOf, siteOf } from './harbour-site.ts';
import { words } from '../words.ts';

const TEXTS = {
  'places/quay.yaml': 'name: The quay; east, by the "water"\n',
  'events/night.yaml': event('2027-06-18T22:00:00+02:00', '2027-06-19T01:00:00+02:00', 'place_id: places/quay\n'),
  'events/talk.yaml': event('2027-06-19T10:00:00+02:00', '2027-06-19T11:00:00+02:00', 'category: Talks & more\n'),
  'sessions/far.yaml':
    'title: Far away\nstatus: published\ntime: { start: 2027-06-19T12:00:00+02:00, end: 2027-06-19T13:00:00+02:00, timezone: America/New_York }\n',
};
const URL_OF_SITE = { url: 'https://harbour.example' };

const wholeOf = (site: Site): string =>
  calendarFile(site, { slots: site.programme, locale: 'fr', path: '/calendar.ics' });

/** The entries as ical.js reads them, with instants resolved by the time zones in the file alone. */
function readByIcal(text: string) {
  ICAL.TimezoneService.reset();
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const value = (name: string): string | undefined => component.getFirstPropertyValue(name)?.toString();
    const entry = new ICAL.Event(component);
    const at = (time: InstanceType<typeof ICAL.Time>): string => new Date(time.toUnixTime() * 1000).toISOString();
    return { uid: entry.uid, start: at(entry.startDate), end: at(entry.endDate), value };
  });
}

const historyOf = (revisions: Readonly<Record<string, Revision>>) => ({
  head: 'f'.repeat(40),
  revisions: new Map(Object.entries(revisions)),
  changes: [],
});

describe('calendars', () => {
  it('of two sites without an address have different UIDs, and one without entries has the component that calendars require', () => {
    const uidOf = (name: string) =>
      readByIcal(wholeOf(siteOf({ ...TEXTS, 'broadcast.yaml': `name: ${name}\n` })))[0]!.uid;
    expect(uidOf('Harbour')).not.toBe(uidOf('Market'));
    expect(readByIcal(wholeOf(siteOf({})))).toEqual([]);
    expect(wholeOf(siteOf({}))).toContain('BEGIN:VTIMEZONE');
  });

  it('keep the UID of an event whose file was renamed, as do its favourite and the keys of shared plans', () => {
    const texts = { 'events/renamed.yaml': event('2027-06-18T20:00:00+02:00', '2027-06-18T21:00:00+02:00') };
    const before = siteOf({ 'events/first.yaml': texts['events/renamed.yaml'] }, URL_OF_SITE);
    const after = siteOf(
      { 'events/renamed.yaml': `${texts['events/renamed.yaml']}$aliases: [events/first]\n` },
      URL_OF_SITE,
    );
    const uidIn = (site: Site) => /^UID:.*$/m.exec(wholeOf(site))![0];
    expect(uidIn(after)).toBe(uidIn(before));
    const entryIn = (site: Site) =>
      (JSON.parse(favouritesData(site, 'en')) as { entries: readonly Record<string, unknown>[] }).entries[0]!;
    expect(entryIn(after)).toEqual({ ...entryIn(before), n: ['events/renamed'], u: 'events/renamed/' });
    const guidIn = (site: Site) => /<event id="\d+" guid="[^"]+">/.exec(filesOf(site).get('/schedule.xml')!)![0];
    expect(guidIn(after)).toBe(guidIn(before));
  });

  it('give each entry a UID of its own, which stays when another one takes over its former address', () => {
    const day = (hour: number, more = ''): string =>
      event(`2027-06-18T${hour}:00:00+02:00`, `2027-06-18T${hour}:30:00+02:00`, more);
    const uids = (texts: Readonly<Record<string, string>>): readonly string[] => {
      const site = siteOf(texts, URL_OF_SITE);
      const names = site.programme.flatMap(({ entity }) => site.namesOf(entity.address));
      expect(names).toEqual([...new Set(names)]);
      return readByIcal(wholeOf(site)).map(({ uid }) => uid.replace('@harbour.example', ''));
    };
    const [wasA, wasB] = ['$aliases: [events/a]\n', '$aliases: [events/b]\n'];
    const renumbered = { 'events/b.yaml': day(10, wasA), 'events/c.yaml': day(11, wasB), 'events/a.yaml': day(12) };
    expect(uids(renumbered)).toEqual(['events.a', 'events.b', 'events.a~']);
    expect(uids({ 'events/a.yaml': day(11, wasB), 'events/b.yaml': day(10, wasA) })).toEqual(['events.a', 'events.b']);
    expect(uids({ 'events/c.yaml': day(10, wasA), 'events/d.yaml': day(11, wasA) })).toEqual(['events.a', 'events.d']);
    const movedBack = { 'events/a.yaml': day(10, '$aliases: [events/a, events/b]\n'), 'events/b.yaml': day(11) };
    expect(uids(movedBack)).toEqual(['events.a', 'events.b~']);
  });

  it('are read by ical.js and by ts-ics as the same entries at the same instants', () => {
    const site = siteOf(TEXTS, URL_OF_SITE);
    const expected = site.programme.map(({ start, end }) => [
      new Date(start).toISOString(),
      new Date(end).toISOString(),
    ]);
    const text = wholeOf(site);
    expect(readByIcal(text).map(({ start, end }) => [start, end])).toEqual(expected);
    const { events = [], timezones = [] } = convertIcsCalendar(undefined, text);
    expect(events.map(({ start, end }) => [start.date.toISOString(), end?.date.toISOString()])).toEqual(expected);
    expect(timezones.map(({ id }) => id)).toEqual(['Europe/Paris', 'America/New_York']);
    expect(events[0]).toMatchObject({
      uid: 'events.night@harbour.example',
      location: 'The quay; east, by the "water"',
    });
  });

  it('have no character at which a reader could end a line too early', () => {
    expect(escaped('One\r\ntwo\rthree\nfour\u0085five\u2028six\u2029seven')).toBe(
      'One\\ntwo\\nthree\\nfour\\nfive\\nsix\\nseven',
    );
    expect(escaped('a\u0000\u000b\u000c\u001c\u009bb')).toBe('ab');
  });

  it('exist for the whole programme, each category, each place and each entry, in every language', () => {
    const paths = [...filesOf(siteOf(TEXTS, URL_OF_SITE)).keys()].filter((path) => path.endsWith('.ics'));
    const own = words(`
      /calendar.ics /program/categories/talks-more/calendar.ics /places/quay/calendar.ics
      /events/night/calendar.ics /events/talk/calendar.ics /sessions/far/calendar.ics
    `);
    expect(paths.toSorted()).toEqual(own.flatMap((path) => [path, `/en${path}`, `/es${path}`]).toSorted());
  });

  it('of a place and of a category have only their entries, and are named after them', () => {
    const files = filesOf(siteOf(TEXTS, URL_OF_SITE));
    const uids = (path: string) => readByIcal(files.get(path)!).map(({ uid }) => uid);
    expect(uids('/places/quay/calendar.ics')).toEqual(['events.night@harbour.example']);
    expect(uids('/program/categories/talks-more/calendar.ics')).toEqual(['events.talk@harbour.example']);
    expect(files.get('/program/categories/talks-more/calendar.ics')).toContain(
      'X-WR-CALNAME:Harbour festival · Talks & more\r\n',
    );
  });

  it('have the last commit as DTSTAMP and LAST-MODIFIED, the place included, and the number of changes as SEQUENCE', () => {
    const at = (day: number) => Date.UTC(2027, 4, day);
    const history = historyOf({
      'events/night': { created: at(1), modified: at(3), sequence: 2 },
      'places/quay': { created: at(1), modified: at(9), sequence: 0 },
    });
    const [night, talk] = readByIcal(wholeOf(siteOf(TEXTS, { ...URL_OF_SITE, history })));
    const lines = ['dtstamp', 'last-modified', 'created', 'sequence'];
    expect(lines.map((name) => night!.value(name))).toEqual([
      '2027-05-09T00:00:00Z',
      '2027-05-09T00:00:00Z',
      '2027-05-01T00:00:00Z',
      '2',
    ]);
    expect(lines.slice(1).map((name) => talk!.value(name))).toEqual([undefined, undefined, undefined]);
  });

  it('without a history have no revision, and the last commit, or else the time of the build, as DTSTAMP', () => {
    const stampsOf = (committed?: number): ReadonlySet<string> => {
      const text = wholeOf(siteOf(TEXTS, { ...URL_OF_SITE, now: '2027-06-21T12:00:00Z', committed }));
      expect(text).not.toMatch(/^(?:SEQUENCE|LAST-MODIFIED|METHOD)/m);
      return new Set(text.match(/^DTSTAMP.*(?=\r$)/gm));
    };
    expect(stampsOf()).toEqual(new Set(['DTSTAMP:20270621T120000Z']));
    expect(stampsOf(Date.UTC(2027, 4, 9))).toEqual(new Set(['DTSTAMP:20270509T000000Z']));
  });

  it('have the hosts, the stream, the address and the position, and a new DTSTAMP when a host has a new name', () => {
    const texts = {
      ...TEXTS,
      'hosts/lena.yaml': 'title: Léna\nstatus: published\n',
      'places/mill.yaml':
        'name: Mill\n$address: { street: 2 Ferry Row, postcode: "85100", city: Elme, country: FR }\n$geo: { latitude: 46.5, longitude: -1.75 }\n',
      'events/live.yaml': event(
        '2027-06-17T10:00:00+02:00',
        '2027-06-17T11:00:00+02:00',
        'description: Songs.\nplace_id: places/mill\n$hosts: [hosts/lena]\n$stream: https://live.example/a;b,c\n$full: true\n',
      ),
    };
    const at = (day: number) => ({ created: Date.UTC(2027, 4, 1), modified: Date.UTC(2027, 4, day), sequence: 0 });
    const history = historyOf({ 'events/live': at(3), 'hosts/lena': at(9) });
    const text = wholeOf(siteOf(texts, { ...URL_OF_SITE, history }));
    const [live] = readByIcal(text);
    expect(['description', 'location', 'geo', 'conference', 'dtstamp'].map((name) => live!.value(name))).toEqual([
      'Songs.\n\nAvec Léna\nComplet\nEn direct https://live.example/a;b,c',
      'Mill, 2 Ferry Row, 85100 Elme, France',
      '46.5,-1.75',
      'https://live.example/a;b,c',
      '2027-05-09T00:00:00Z',
    ]);
    expect(convertIcsCalendar(undefined, text).events?.[0]?.location).toBe('Mill, 2 Ferry Row, 85100 Elme, France');
  });

  it('keep a cancelled entry and mark it as cancelled', () => {
    const site = siteOf(TEXTS, URL_OF_SITE);
    const slots = site.programme.map((slot, index) => ({ ...slot, cancelled: index === 0 }));
    const text = calendarFile(site, { slots, locale: 'fr', path: '/calendar.ics' });
    const expected = ['CANCELLED', 'CONFIRMED', 'CONFIRMED'];
    expect(readByIcal(text).map(({ value }) => value('status'))).toEqual(expected);
    expect(convertIcsCalendar(undefined, text).events?.map(({ status }) => status)).toEqual(expected);
  });

  it('have the same UID in every language, and another in another folder of the host', () => {
    const uids = (url: string, locale: 'fr' | 'en') => {
      const site = siteOf(TEXTS, { url });
      return readByIcal(calendarFile(site, { slots: site.programme, locale, path: '/calendar.ics' })).map(
        ({ uid }) => uid,
      );
    };
    expect(uids('https://fest.example/2027/', 'en')).toEqual(uids('https://fest.example/2027', 'fr'));
    expect(uids('https://fest.example/2027', 'fr')[0]).toBe('events.night.2027@fest.example');
    expect(uids('https://fest.example/2026', 'fr')[0]).not.toBe(uids('https://fest.example/2027', 'fr')[0]);
  });
});

describe('the time zones of calendars', () => {
  const inZone = (timezone: string, instants: readonly number[]): string =>
    calendarText([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:test',
      ...timezoneLines(timezone, { first: 2027, last: 2028 }),
      ...instants.flatMap((instant) => [
        'BEGIN:VEVENT',
        `UID:${instant}`,
        timeLine('DTSTART', instant, timezone),
        timeLine('DTEND', instant, timezone),
        'END:VEVENT',
      ]),
      'END:VCALENDAR',
    ]);

  const HOUR = 3_600_000;
  /** A few times in each month, and every half hour around the change of the clocks. */
  const instantsIn = (timezone: string): readonly number[] => {
    const days = Array.from({ length: 730 }, (_, day) => Date.UTC(2027, 0, 1) + day * 24 * HOUR);
    const changing = days.filter((day) => offsetAt(day, timezone) !== offsetAt(day + 24 * HOUR, timezone));
    const around = changing.flatMap((day) => Array.from({ length: 54 }, (_, step) => day + (step - 3) * (HOUR / 2)));
    return [...days.filter((_, day) => day % 29 === 0), ...around];
  };

  it('make ical.js read every instant of every zone, also in the hour that occurs twice', () => {
    const wrong = ZONES.filter((timezone) => {
      const instants = instantsIn(timezone);
      const read = readByIcal(inZone(timezone, instants)).map(({ start }) => Date.parse(start));
      return !read.every((start, index) => start === instants[index]);
    });
    expect(wrong).toEqual([]);
  });

  it('have a yearly rule where there is one, and no definition for UTC', () => {
    expect(inZone('Europe/Paris', [])).toContain('RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU');
    expect(inZone('America/New_York', [])).toContain('RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU');
    expect(inZone('Africa/Casablanca', [])).not.toContain('RRULE');
    const utc = siteOf(TEXTS, URL_OF_SITE);
    expect(wholeOf({ ...utc, timezone: 'UTC', programme: utc.programme.slice(0, 1) })).toMatch(/^DTSTART:\d+T\d+Z\r$/m);
  });
});

/** One zone for each way in which clocks change, or do not. */
const ZONES = words(`
  Europe/Paris Europe/Dublin America/New_York America/Santiago America/St_Johns Africa/Casablanca Africa/Cairo
  Asia/Kolkata Asia/Jerusalem Asia/Beirut Australia/Lord_Howe Pacific/Chatham Pacific/Kiritimati America/Phoenix
`);
