import { describe, expect, it } from 'vitest';
import type { Locale } from '../../src/kinds/shapes/primitives.ts';
import { pagesOf } from '../../src/site/pages.ts';
import type { Site } from '../../src/site/site.ts';
import { openDemo } from './demo-content.ts';
import { event, siteOf } from './harbour-site.ts';
import { viewOf } from './view-of.ts';

const URL_OF_SITE = 'https://harbour.example';

const demo = openDemo();

/** A conference whose editors repeat themselves: breaks, talks given twice, people named like their talks. */
const repetitive = (): Site => {
  const talk = (day: number, hour: number, more: string): string =>
    event(`2027-06-${day}T${hour}:00`, `2027-06-${day}T${hour}:30`, more).replace(/^title: .*/, 'title: Break');
  const files = Array.from({ length: 40 }, (_, index) => {
    const place = index % 3 === 0 ? '' : `place_id: places/room-${index % 2}\n`;
    const text = index % 4 === 0 ? '' : 'description: Coffee and *tea*.\n';
    return [`events/break-${index}.yaml`, talk(18 + (index % 3), 10 + (index % 5), place + text)] as const;
  });
  const article = (title: string): string => `---\ntitle: ${title}\nstatus: published\n---\nThe same words.\n`;
  return siteOf(
    {
      ...Object.fromEntries(files),
      'places/room-0.yaml': 'name: Room\n',
      'places/room-1.yaml': 'name: Room\n',
      'hosts/break.yaml': 'title: Break\nstatus: published\n',
      'pages/one.yaml': 'title: Programme\nstatus: published\n',
      'pages/two.yaml': 'title: Programme\nstatus: published\n',
      'pages/three.yaml': 'title: Programme (2)\nstatus: published\n',
      ...Object.fromEntries(Array.from({ length: 14 }, (_, index) => [`articles/a${index}.md`, article('News')])),
    },
    { url: URL_OF_SITE },
  );
};

const indexed = (site: Site, locale: Locale) =>
  pagesOf(site)
    .pages.map((page) => viewOf(site, page, locale))
    .filter(({ seo }) => seo.indexing);

const repeated = (texts: readonly (string | undefined)[]): readonly (string | undefined)[] =>
  texts.filter((text, index) => text === undefined || texts.indexOf(text) !== index);

describe('the pages that search engines may list', () => {
  it.each([
    ['the demo', demo],
    ['a broadcast that repeats titles and texts', repetitive()],
  ])('in %s have distinct titles and descriptions in each language', (_, site) => {
    for (const locale of site.locales) {
      const all = indexed(site, locale).map(({ seo }) => seo);
      expect(all.length).toBeGreaterThan(40);
      expect(repeated(all.map(({ title }) => title))).toEqual([]);
      expect(repeated(all.map(({ description }) => description))).toEqual([]);
    }
  });

  it('keep a title that no other page has', () => {
    const site = siteOf({ 'events/a.yaml': event('2027-06-18T20:30', '2027-06-18T22:00') });
    expect(site.nameOf('events/a', 'fr')).toBe('2027-06-18T20:30');
  });

  it('are told apart by time and place, by their list, and only then by a number', () => {
    const site = repetitive();
    expect(site.nameOf('hosts/break', 'en')).toBe('Break · Guests');
    expect(site.nameOf('events/break-1', 'en')).toMatch(/^Break · Saturday,? 19 June 2027, 11:00, Room/);
    expect(site.nameOf('pages/one', 'en')).toBe('Programme (3)');
    expect(site.nameOf('pages/three', 'en')).toBe('Programme (2)');
  });

  it('describe an event by its days, its time and its place', () => {
    const site = siteOf({
      'places/quay.yaml': 'name: Quay\n',
      'events/a.yaml': event(
        '2027-06-18T20:30',
        '2027-06-18T22:00',
        'place_id: places/quay\ndescription: Two sets, one river.\n',
      ),
      'events/b.yaml': event('2027-06-18T10:00', '2027-06-20T22:00', 'description: An exhibition.\n'),
    });
    const of = (path: string) => indexed(site, 'en').find(({ page }) => page === path)?.seo.description;
    expect(of('/events/a/')).toMatch(/^Friday,? 18 June 2027, 20:30 – 22:00, Quay\. Two sets, one river\.$/);
    expect(of('/events/b/')).toMatch(/^Friday,? 18 June 2027, 10:00 – Sunday,? 20 June 2027, 22:00\. An exhibition\.$/);
  });
});
