import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/values/json.ts';
import { isObject } from '../../src/values/json.ts';
import { pagesOf, viewOf } from '../../src/site/pages.ts';
import type { Site } from '../../src/site/site.ts';
import { openDemo } from './demo-content.ts';
import { event, siteOf } from './harbour-site.ts';

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

  it('is absent from pages that no search engine may list, and from a site without an address', () => {
    const files = { 'events/a.yaml': event('2027-06-18T20:30', '2027-06-18T22:00') };
    const hidden = siteOf({ ...files, 'broadcast.yaml': 'name: X\nisPrivate: true\n' }, { url: 'https://x.example' });
    for (const site of [siteOf(files), hidden]) expect(thingsIn(site).flatMap(({ things }) => things)).toEqual([]);
  });
});
