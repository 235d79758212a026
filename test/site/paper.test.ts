import { describe, expect, it } from 'vitest';
import { pagesOf } from '../../src/site/pages.ts';
import type { PageView } from '../../src/site/pages/view.ts';
import type { Site } from '../../src/site/site.ts';
import { event, filesOf, siteOf, viewAt } from './harbour-site.ts';
import { words } from '../words.ts';

const evening = (day: number, hour: number, more = ''): string =>
  event(`2027-06-${day}T${hour}:00:00+02:00`, `2027-06-${day}T${hour}:45:00+02:00`, more);

const FILES = {
  'places/hall.yaml': 'name: Hall\n',
  'places/lockers.yaml': 'name: Lockers\ndescription: Open all night.\n',
  'events/a.yaml': evening(18, 20, 'place_id: places/hall\n'),
  'events/b.yaml': evening(19, 21, 'place_id: places/hall\n'),
};

const paths = (site: Site): readonly string[] =>
  pagesOf(site)
    .pages.map(({ page }) => page)
    .filter((page) => /^\/(?:print|kiosk)\//.test(page));

function view(site: Site, path: string): PageView {
  return viewAt(site, path, site.locales[0]!);
}

describe('pages for paper and screens', () => {
  it('are a booklet in two sizes, a poster of each day, the signs, and screens for the foyer and each place in use', () => {
    expect(paths(siteOf(FILES))).toEqual(
      words(`
      /print/ /print/booklet/ /print/booklet/a4/ /print/poster/2027-06-18/ /print/poster/2027-06-19/
      /print/signs/ /kiosk/ /kiosk/hall/
    `),
    );
  });

  it('are in neither search engines, the sitemap nor the search', () => {
    const site = siteOf(FILES, { url: 'https://harbour.example' });
    for (const path of paths(site)) expect(view(site, path).seo.indexing).toBe(false);
    for (const path of ['/sitemap.xml', '/search.json'])
      expect(filesOf(site).get(path)).not.toMatch(/(?:print|kiosk)\//);
  });

  it('have a QR code of a page in their language, unless the site has no URL', () => {
    const code = (site: Site, path: string) => (view(site, path).body as { code?: { url: string } }).code?.url;
    const site = siteOf(FILES, { url: 'https://harbour.example/2027/' });
    expect(code(site, '/kiosk/')).toBe('https://harbour.example/2027/program/');
    expect(code(site, '/kiosk/hall/')).toBe('https://harbour.example/2027/places/hall/');
    expect(code(siteOf(FILES), '/kiosk/')).toBeUndefined();
  });

  it('have a sign for every place, and one for each day where a single sign would be too full', () => {
    const many = Object.fromEntries(
      Array.from({ length: 18 }, (_, index) => [
        `events/more-${index}.yaml`,
        evening(index < 9 ? 18 : 19, 10 + (index % 9), 'place_id: places/hall\n'),
      ]),
    );
    const signs = (site: Site) => {
      const { body } = view(site, '/print/signs/');
      return body.type === 'signs' ? body.signs.map(({ title, days }) => [title.text, days.length]) : [];
    };
    expect(signs(siteOf(FILES))).toEqual([
      ['Hall', 2],
      ['Lockers', 0],
    ]);
    expect(signs(siteOf({ ...FILES, ...many }))).toEqual([
      ['Hall', 1],
      ['Hall', 1],
      ['Lockers', 0],
    ]);
  });

  it('have a screen each for two places with the same name in different folders', () => {
    const site = siteOf({
      ...FILES,
      'maps/m.yaml': 'title: M\nstatus: published\n',
      'interest-points/hall.yaml': 'title: Other hall\nstatus: published\nmapId: maps/m\n',
      'sessions/s.yaml':
        'title: S\nstatus: published\ntime: { start: 2027-06-18T10:00:00Z, end: 2027-06-18T11:00:00Z, timezone: Europe/Paris }\ninterestPointId: interest-points/hall\n',
    });
    expect(paths(site).filter((path) => path.startsWith('/kiosk/h') || path.startsWith('/kiosk/i'))).toEqual([
      '/kiosk/hall/',
      '/kiosk/interest-points_hall/',
    ]);
    expect(view(site, '/kiosk/interest-points_hall/').title.text).toBe('Other hall');
  });

  it('use smaller type on a poster of a full day', () => {
    const many = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`events/more-${index}.yaml`, evening(18, 10 + (index % 9))]),
    );
    const density = (site: Site) => (view(site, '/print/poster/2027-06-18/').body as { density: number }).density;
    expect(density(siteOf(FILES))).toBe(1);
    expect(density(siteOf({ ...FILES, ...many }))).toBe(3);
  });
});
