import { describe, expect, it } from 'vitest';
import { sitemapFiles } from '../../src/site/feeds/sitemap.ts';
import type { Site } from '../../src/site/site.ts';
import { filesOf, siteOf } from './harbour-site.ts';

const texts = {
  'articles/a.md':
    '---\ntitle: Tom & <Jerry>\nstatus: published\npublished_at: 2027-05-01T10:00:00+02:00\n---\nA *text*.\n',
  'events/friday/night.yaml': `title: "Nuit; longue, longue"\nstart_time: 2027-06-18T22:00:00+02:00\nend_time: 2027-06-19T01:00:00+02:00\ndescription: "${'é'.repeat(120)}"\n`,
};
const files = filesOf(siteOf(texts, { url: 'https://harbour.example' }));

describe('the feed', () => {
  it('has absolute URLs, escaped texts and the date of the newest article', () => {
    const feed = files.get('/feed.xml');
    expect(feed).toContain('<title>Tom &amp; &lt;Jerry&gt;</title>');
    expect(feed).toContain('<id>https://harbour.example/articles/a/</id>');
    expect(feed).toContain('<updated>2027-05-01T08:00:00Z</updated>');
    expect(feed).toContain('<content type="html">A *text*.\n</content>');
  });

  it('exists in every language', () => {
    expect(files.get('/en/feed.xml')).toContain('https://harbour.example/en/articles/a/');
  });
});

describe('the calendar', () => {
  const calendar = files.get('/events/friday/night/calendar.ics') ?? '';

  it('has a file with one entry beside each page, and one with all entries at the root', () => {
    expect(calendar).toContain('DTSTART;TZID=Europe/Paris:20270618T220000\r\nDTEND;TZID=Europe/Paris:20270619T010000');
    expect(files.get('/calendar.ics')).toContain('UID:events.friday.night@harbour.example');
  });

  it('escapes special characters', () => {
    expect(calendar).toContain('SUMMARY:Nuit\\; longue\\, longue');
  });

  it('folds lines at 75 octets without splitting a character', () => {
    const octets = calendar.split('\r\n').map((line) => Buffer.byteLength(line));
    expect(Math.max(...octets)).toBeLessThanOrEqual(75);
    expect(calendar.replaceAll('\r\n ', '')).toContain('é'.repeat(120));
  });
});

it('the sitemap lists every page in every language, except for pages about the visitor', () => {
  const sitemap = files.get('/sitemap.xml');
  expect(sitemap).toContain('<loc>https://harbour.example/en/events/friday/night/</loc>');
  expect(sitemap).not.toContain('/profile/');
  expect(files.get('/robots.txt')).toContain('Sitemap: https://harbour.example/sitemap.xml');
});

describe('the time of the last change in the sitemap', () => {
  const [june, july] = [Date.parse('2027-06-10T08:00:00Z'), Date.parse('2027-07-01T08:00:00Z')];
  const revision = (modified: number) => ({ created: modified, modified, sequence: 0 });
  const history = {
    head: 'abc',
    revisions: new Map([
      ['events/friday/night', revision(june)],
      ['articles/a', revision(july)],
    ]),
    changes: [],
  };
  const entryOf = (page: string, site: Site): string | undefined =>
    (filesOf(site).get('/sitemap.xml') ?? '')
      .split('\n')
      .find((line) => line.includes(`<loc>https://harbour.example${page}<`));
  const revised = siteOf(texts, { url: 'https://harbour.example', history });

  it('is that of the last commit, and of the newest one for pages that show other documents', () => {
    expect(entryOf('/events/friday/night/', revised)).toContain('<lastmod>2027-06-10T08:00:00Z</lastmod>');
    expect(entryOf('/articles/a/', revised)).toContain('<lastmod>2027-07-01T08:00:00Z</lastmod>');
    expect(entryOf('/program/', revised)).toContain('<lastmod>2027-07-01T08:00:00Z</lastmod>');
    expect(filesOf(revised).get('/feed.xml')).toContain('<updated>2027-07-01T08:00:00Z</updated>');
  });

  it('is the time of publication without a history, and absent where nothing is known', () => {
    const site = siteOf(texts, { url: 'https://harbour.example' });
    expect(entryOf('/articles/a/', site)).toContain('<lastmod>2027-05-01T08:00:00Z</lastmod>');
    expect(entryOf('/events/friday/night/', site)).not.toContain('lastmod');
  });
});

it('the search index is small and complete', () => {
  expect(JSON.parse(files.get('/search.json') ?? '')).toContainEqual({
    u: 'articles/a/',
    t: 'Tom & <Jerry>',
    k: 'Articles',
    x: 'A text.',
  });
});

it('a private broadcast has no feed and no sitemap, and disallows robots', () => {
  const hidden = filesOf(
    siteOf({ ...texts, 'broadcast.yaml': 'name: X\nisPrivate: true\n' }, { url: 'https://harbour.example' }),
  );
  expect([...hidden.keys()].filter((path) => /feed\.xml|sitemap/.test(path))).toEqual([]);
  expect(hidden.get('/robots.txt')).toContain('Disallow: /');
});

it('a site without an address has neither feed nor sitemap', () => {
  const local = filesOf(siteOf(texts));
  expect(local.has('/feed.xml')).toBe(false);
  expect(local.has('/sitemap.xml')).toBe(false);
});

it('a sitemap with more addresses than search engines read is in parts, which /sitemap.xml lists', () => {
  const site = siteOf(texts, { url: 'https://harbour.example' });
  const pages = Array.from({ length: 20_001 }, (_, index) => ({
    page: `/events/${index}/`,
    compose: () => ({}) as never,
  }));
  const [index, ...parts] = sitemapFiles(site, 'https://harbour.example', pages);
  expect(parts.map(({ path }) => path)).toEqual(['/sitemap-1.xml', '/sitemap-2.xml']);
  expect(index?.path).toBe('/sitemap.xml');
  expect(index?.compose(site)).toContain('<sitemap><loc>https://harbour.example/sitemap-2.xml</loc></sitemap>');
  const listed = parts.map((part) => [...part.compose(site).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url!));
  for (const each of listed) expect(each.length).toBeLessThanOrEqual(50_000);
  const first = listed.flat().filter((url) => !/harbour\.example\/(?:en|es)\//.test(url));
  expect(first).toEqual(pages.map(({ page }) => `https://harbour.example${page}`));
});
