import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/values/json.ts';
import { isObject } from '../../src/values/json.ts';
import { pagesOf } from '../../src/site/pages.ts';
import type { Site } from '../../src/site/site.ts';
import { openDemo } from './demo-content.ts';
import { event, siteOf } from './harbour-site.ts';
import { viewOf } from './view-of.ts';

interface Vocabulary {
  readonly types: Readonly<
    Record<string, { readonly is: readonly string[]; readonly properties: Readonly<Record<string, readonly string[]>> }>
  >;
}

const { types } = JSON.parse(
  readFileSync(new URL('../fixtures/schema-org.json', import.meta.url), 'utf8'),
) as Vocabulary;

/** What search engines require before they show anything of it. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  Event: ['name', 'startDate'],
  Festival: ['name'],
  Place: ['name'],
  Person: ['name'],
  Organization: ['name'],
  WebSite: ['name', 'url'],
  Article: ['headline', 'author'],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position', 'name', 'item'],
};

const isInstant = (value: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/.test(value);

/** Whether a value is of one of the types that the vocabulary names. */
function fits(value: unknown, ranges: readonly string[]): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every((each) => fits(each, ranges));
  if (isObject(value)) {
    const type = String(value['@type']);
    return ranges.some((range) => range === type || range === 'Thing' || types[type]?.is.includes(range));
  }
  if (typeof value === 'number') return ranges.some((range) => ['Integer', 'Number'].includes(range));
  if (typeof value !== 'string' || value === '') return false;
  if (ranges.some((range) => range.startsWith('Date'))) return isInstant(value);
  if (ranges.some((range) => /Text|Language/.test(range))) return true;
  // A value of an enumeration, and a thing with its own page, are written as their addresses.
  return URL.canParse(value);
}

function problemsIn(thing: JsonObject): readonly string[] {
  const type = String(thing['@type']);
  const known = types[type];
  if (!known) return [`${type} is not a type`];
  const missing = (REQUIRED[type] ?? []).filter((name) => !(name in thing));
  return [
    ...missing.map((name) => `${type} has no ${name}`),
    ...Object.entries(thing).flatMap(([name, value]) => {
      if (name === '@type') return [];
      const ranges = known.properties[name];
      if (!ranges) return [`${type} has no property ${name}`];
      const inside = [value]
        .flat()
        .filter(isObject)
        .flatMap((each) => problemsIn(each as JsonObject));
      return fits(value, ranges) ? inside : [`${type}.${name} is ${JSON.stringify(value)}`, ...inside];
    }),
  ];
}

const thingsIn = (site: Site) =>
  pagesOf(site).pages.flatMap((page) =>
    site.locales.map((locale) => ({ page: page.page, locale, things: viewOf(site, page, locale).seo.things })),
  );

/** What each page in the first language is about. */
const subjectsOf = (site: Site): ReadonlyMap<string, JsonObject> =>
  new Map(
    thingsIn(site)
      .filter(({ locale, things }) => locale === site.locales[0] && things.length > 0)
      .map(({ page, things }) => [page, things[0]!]),
  );

describe('the structured data of pages', () => {
  const demo = thingsIn(openDemo());

  it('is valid in the vocabulary of schema.org on every page of the demo', () => {
    const problems = demo.flatMap(({ page, things }) =>
      things.flatMap((thing) => problemsIn(thing).map((each) => `${page} ${each}`)),
    );
    expect(problems.slice(0, 10)).toEqual([]);
    const used = new Set(demo.flatMap(({ things }) => things.map((thing) => thing['@type'])));
    expect([...used].sort()).toEqual(['Article', 'BreadcrumbList', 'Event', 'Festival', 'Person', 'Place', 'WebSite']);
  });

  it('of the home page is the festival with its days and its events', () => {
    const [festival] = demo.find(({ page, locale }) => page === '/' && locale === 'en')!.things;
    expect(festival).toMatchObject({
      '@type': 'Festival',
      url: 'https://harbour.example/en/',
      startDate: expect.stringMatching(/^2027-06-18T/),
      endDate: expect.stringMatching(/^2027-06-2\dT/),
    });
    expect((festival!['subEvent'] as readonly unknown[]).length).toBeGreaterThan(50);
  });

  it('of an event has its time with the offset, its place, and the trail to its page', () => {
    const site = siteOf(
      {
        'places/quay.yaml': 'name: Quay\n',
        'events/a.yaml': event('2027-06-18T20:30', '2027-06-18T22:00', 'place_id: places/quay\n'),
      },
      { url: 'https://harbour.example/2027' },
    );
    const { things } = thingsIn(site).find(({ page }) => page === '/events/a/')!;
    expect(things[0]).toMatchObject({
      '@type': 'Event',
      startDate: '2027-06-18T20:30:00+02:00',
      location: { '@type': 'Place', name: 'Quay', url: 'https://harbour.example/2027/places/quay/' },
      superEvent: { '@type': 'Event', name: 'Harbour festival' },
    });
    const steps = things[1]!['itemListElement'] as readonly JsonObject[];
    expect(steps.map(({ item }) => item)).toEqual([
      'https://harbour.example/2027/',
      'https://harbour.example/2027/program/',
      'https://harbour.example/2027/events/a/',
    ]);
  });

  it('of a place and of its events has its own address and position, or else those of the whole event', () => {
    const [here, there] = ['street: 2 Ferry Row, city: Port-Elme', 'postcode: "85100", city: Sables, country: FR'];
    const site = siteOf(
      {
        'broadcast.yaml': `name: Harbour festival\ntype: festival\n$address: { ${here} }\n`,
        'places/quay.yaml': 'name: Quay\n',
        'places/mill.yaml': `name: Mill\n$address: { ${there} }\n$geo: { latitude: 46.5, longitude: -1.75 }\n`,
        'events/a.yaml': event('2027-06-18T20:30', '2027-06-18T22:00', 'place_id: places/quay\n'),
        'events/b.yaml': event('2027-06-18T20:30', '2027-06-18T22:00', 'place_id: places/mill\n'),
      },
      { url: 'https://harbour.example' },
    );
    const subjects = subjectsOf(site);
    expect([...subjects.values()].flatMap(problemsIn)).toEqual([]);
    const whole = { '@type': 'PostalAddress', streetAddress: '2 Ferry Row', addressLocality: 'Port-Elme' };
    expect(subjects.get('/')).toMatchObject({ location: { name: 'Harbour festival', address: whole } });
    expect(subjects.get('/events/a/')).toMatchObject({ location: { name: 'Quay', address: whole } });
    const mill = {
      address: { postalCode: '85100', addressLocality: 'Sables', addressCountry: 'FR' },
      geo: { '@type': 'GeoCoordinates', latitude: 46.5, longitude: -1.75 },
    };
    expect(subjects.get('/places/mill/')).toMatchObject(mill);
    expect(subjects.get('/events/b/')).toMatchObject({ location: mill });
    const events = [{ location: { name: 'Quay', address: whole } }, { location: mill }];
    expect(subjects.get('/')).toMatchObject({ subEvent: events });
  });

  it('of an event has its hosts, its stream as a second location, its recording, and whether it is full or cancelled', () => {
    const [url, places] = ['https://live.example/a', 'place_id: places/quay\n'];
    const facts = {
      stream: `${places}$stream: ${url}\n$full: true\n$hosts: [hosts/lena]\n`,
      online: `$stream: ${url}\n`,
      recorded: `${places}$stream: ${url}\n$full: true\n$recording: https://media.example/a\n`,
      cancelled: `${places}$stream: ${url}\n$full: true\n$cancelled: true\n`,
    };
    const events = Object.entries(facts).map(([name, more]) => [
      `events/${name}.yaml`,
      event('2027-06-18T20:30', '2027-06-18T22:00', more),
    ]);
    const texts = {
      'broadcast.yaml': 'name: Harbour\ntype: festival\n',
      'places/quay.yaml': 'name: Quay\n',
      'hosts/lena.yaml': 'title: Léna\nstatus: published\n',
    };
    const now = '2027-06-18T21:00:00+02:00';
    const site = siteOf({ ...texts, ...Object.fromEntries(events) }, { url: 'https://harbour.example', now });
    const pages = subjectsOf(site);
    expect([...pages.values()].flatMap(problemsIn)).toEqual([]);
    const attended = (mode: string) => `https://schema.org/${mode}EventAttendanceMode`;
    const virtual = { '@type': 'VirtualLocation', url };
    expect(pages.get('/events/stream/')).toMatchObject({
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: attended('Mixed'),
      location: [{ name: 'Quay' }, virtual],
      remainingAttendeeCapacity: 0,
      performer: [{ '@type': 'Person', name: 'Léna' }],
    });
    expect(pages.get('/hosts/lena/')).toMatchObject({
      performerIn: [{ url: 'https://harbour.example/events/stream/' }],
    });
    expect(pages.get('/events/online/')).toMatchObject({ eventAttendanceMode: attended('Online'), location: virtual });
    expect(pages.get('/events/recorded/')).toMatchObject({
      eventAttendanceMode: attended('Offline'),
      recordedIn: { '@type': 'CreativeWork', url: 'https://media.example/a' },
    });
    expect(pages.get('/events/recorded/')).not.toHaveProperty('remainingAttendeeCapacity');
    expect(pages.get('/events/cancelled/')).toMatchObject({
      eventStatus: 'https://schema.org/EventCancelled',
      eventAttendanceMode: attended('Offline'),
    });
    const { subEvent } = pages.get('/') as { subEvent: readonly JsonObject[] };
    expect(subEvent.map(({ eventStatus }) => eventStatus)).toEqual([
      'https://schema.org/EventCancelled',
      ...[undefined, undefined, undefined],
    ]);
    const none = siteOf({ ...texts, 'events/cancelled.yaml': events[3]![1]! }, { url: 'https://harbour.example' });
    expect(subjectsOf(none).get('/')).toMatchObject({ eventStatus: 'https://schema.org/EventCancelled' });
  });

  it('is absent from pages that no search engine may list, and from a site without an address', () => {
    const files = { 'events/a.yaml': event('2027-06-18T20:30', '2027-06-18T22:00') };
    const hidden = siteOf({ ...files, 'broadcast.yaml': 'name: X\nisPrivate: true\n' }, { url: 'https://x.example' });
    for (const site of [siteOf(files), hidden]) expect(thingsIn(site).flatMap(({ things }) => things)).toEqual([]);
  });
});
