import { describe, expect, it } from 'vitest';
import { wholeFile } from '../../src/diagnostics/diagnostic.ts';
import { outputsOf } from '../../src/render/outputs.ts';
import { pagesOf } from '../../src/site/pages.ts';
import { encodedTarget, redirectsOf, type RedirectSources } from '../../src/site/redirects.ts';
import { event, siteOf } from './harbour-site.ts';

type Texts = Readonly<Record<string, string>>;

function redirects(texts: Texts, table: RedirectSources['table'] = {}, more: Partial<RedirectSources> = {}) {
  const site = siteOf(texts, { url: 'https://harbour.example' });
  const files = outputsOf(site, pagesOf(site).pages).map(({ path }) => path);
  const found = redirectsOf(site, { table, files, spanOf: (from) => wholeFile(from), ...more });
  return {
    list: found.redirects.map(({ from, to }) => `${from} → ${to}`),
    answers: Object.fromEntries(found.redirects.map(({ from, answer }) => [from, answer])),
    problems: found.diagnostics.map(({ code, message }) => `${code}: ${message}`),
  };
}

const page = (more: string): string => `title: A page\nstatus: published\n${more}`;

describe('aliases of a document', () => {
  it('lead from a path to its page in the language of the path', () => {
    const { list } = redirects({ 'pages/bar.yaml': page('$aliases: [/2019/bar, /en/drinks/, /de/bar/]\n') });
    expect(list).toEqual(['/2019/bar/ → /pages/bar/', '/de/bar/ → /pages/bar/', '/en/drinks/ → /en/pages/bar/']);
  });

  it('lead from a former address to its page in every language', () => {
    expect(redirects({ 'pages/bar.yaml': page('$aliases: [pages/drinks]\n') }).list).toEqual([
      '/en/pages/drinks/ → /en/pages/bar/',
      '/es/pages/drinks/ → /es/pages/bar/',
      '/pages/drinks/ → /pages/bar/',
    ]);
  });

  it('move the calendars and screens of a document too', () => {
    const { list, answers } = redirects({
      'places/quay.yaml': 'name: Quay\n$slug: the-quay\n$aliases: [places/dock]\n',
      'events/a.yaml': event(
        '2027-06-18T10:00:00Z',
        '2027-06-18T11:00:00Z',
        'place_id: places/quay\n$aliases: [events/b]\n',
      ),
    });
    expect(list.filter((each) => !/^\/(?:en|es)\//.test(each))).toEqual([
      '/events/b/ → /events/a/',
      '/events/b/calendar.ics → /events/a/calendar.ics',
      '/kiosk/dock/ → /kiosk/the-quay/',
      '/places/dock/ → /places/the-quay/',
      '/places/dock/calendar.ics → /places/the-quay/calendar.ics',
    ]);
    expect(answers['/events/b/calendar.ics']).toBe('copy');
    expect(list).toHaveLength(15);
  });

  it('are no different from an entry of the configuration that leads to a document', () => {
    const texts = (aliases: string) => ({
      'events/a.yaml': event('2027-06-18T10:00:00Z', '2027-06-18T11:00:00Z', aliases),
    });
    const { list } = redirects(texts('$aliases: [events/b]\n'));
    expect(list).toContain('/events/b/calendar.ics → /events/a/calendar.ics');
    expect(redirects(texts(''), { 'events/b': 'events/a' })).toMatchObject({ list, problems: [] });
  });

  it('move the calendar of a category', () => {
    const { list } = redirects({
      'categories/music.yaml': 'title: Music\nstatus: published\n$aliases: [categories/concerts, /concerts]\n',
      'sessions/a.yaml':
        'title: A\nstatus: published\ncategoryIds: [categories/music]\ntime: {start: 2027-06-18T10:00:00Z, end: 2027-06-18T11:00:00Z}\n',
    });
    expect(list.filter((each) => !/^\/(?:en|es)\//.test(each))).toEqual([
      '/concerts/ → /program/categories/',
      '/program/categories/concerts/ → /program/categories/',
      '/program/categories/concerts/calendar.ics → /program/categories/music/calendar.ics',
    ]);
  });

  it('lead to what a page stands for, if it is a link', () => {
    const { list } = redirects({
      'pages/shop.yaml': page('url: https://shop.example/\n$aliases: [/boutique]\n'),
      'pages/stage.yaml': page('nativeContent: program\n$aliases: [/en/stage]\n'),
    });
    expect(list).toEqual(['/boutique/ → https://shop.example/', '/en/stage/ → /en/program/']);
  });

  it('are written in Markdown files too', () => {
    const article =
      '---\ntitle: A\nstatus: published\npublished_at: 2027-05-01T10:00:00Z\n$aliases: [/news/a]\n---\nText.\n';
    expect(redirects({ 'articles/a.md': article }).list).toEqual(['/news/a/ → /articles/a/']);
  });

  it('do nothing while the document is a draft', () => {
    expect(redirects({ 'pages/bar.yaml': 'title: Bar\n$aliases: [/bar]\n' })).toMatchObject({ list: [], problems: [] });
  });

  it('give way to a page, in whichever spelling', () => {
    const { list, problems } = redirects({
      'pages/bar.yaml': page('$aliases: [/Program/, /pages/caf%65/index.html, pages/bar, /calendar.ics/x, /]\n'),
      'pages/cafe.yaml': page(''),
    });
    expect(list).toEqual([]);
    expect(problems).toEqual([
      'alias-taken: `/Program/` is an existing page or file, which stays',
      'alias-taken: `/pages/caf%65/index.html` is an existing page or file, which stays',
      'alias-taken: `pages/bar` is the address that the page has now',
      'alias-taken: `/calendar.ics/x` is an existing page or file, which stays',
      'alias-taken: `/` is an existing page or file, which stays',
    ]);
  });

  it('belong to the first of two documents that have the same', () => {
    const { list, problems } = redirects({
      'pages/a.yaml': page('$aliases: [/old, /OLD/]\n'),
      'pages/b.yaml': page('$aliases: [/old/]\n'),
    });
    expect(list).toEqual(['/old/ → /pages/a/']);
    expect(problems).toEqual([
      'same-alias: `/OLD/` is listed twice',
      'same-alias: `/old/` is an alias of pages/a too, and leads there',
    ]);
  });
});

describe('redirects of the configuration', () => {
  const TEXTS = { 'pages/bar.yaml': page('$aliases: [/drinks, pages/old-bar]\n') };

  it('lead to paths, documents and other sites, and keep a fragment', () => {
    const { list, problems } = redirects(TEXTS, {
      '/agenda': '/program/#d2027-06-18',
      '/en/agenda': 'pages/bar',
      '/tickets': 'https://tickets.example/2027?from=site',
      '/rss.xml': '/feed.xml',
    });
    expect(problems).toEqual([]);
    expect(list.filter((each) => !each.includes('bar/ ') && !each.startsWith('/drinks'))).toEqual([
      '/agenda/ → /program/#d2027-06-18',
      '/en/agenda/ → /en/pages/bar/',
      '/rss.xml → /feed.xml',
      '/tickets/ → https://tickets.example/2027?from=site',
    ]);
  });

  it.each([
    ['/pages/caf\u00e9/#d\u00e9but a', '/pages/caf%C3%A9/#d%C3%A9but%20a'],
    ['/program/#d%C3%A9but%20a', '/program/#d%C3%A9but%20a'],
    ['/program/#100%', '/program/#100%25'],
    ['/program/#100%25', '/program/#100%25'],
    ['/program/#\ud800', '/program/#%EF%BF%BD'],
  ])('are asked for in one spelling, whether or not the fragment is encoded: %j', (to, asked) => {
    expect(encodedTarget(to)).toBe(asked);
  });

  it('are followed to the end of a chain', () => {
    const { list } = redirects(TEXTS, { '/a': '/b/', '/b': '/c', '/c': '/Drinks', '/d': 'pages/old-bar' });
    expect(list).toEqual(
      expect.arrayContaining(['/a/ → /pages/bar/', '/b/ → /pages/bar/', '/c/ → /pages/bar/', '/d/ → /pages/bar/']),
    );
  });

  it('lead nowhere in a circle', () => {
    const { list, problems } = redirects({}, { '/a': '/b/', '/b': '/A/#x', '/c': '/C/index.html' });
    expect(list).toEqual([]);
    expect(problems.map((problem) => problem.slice(0, 'redirect-unused: `/a`'.length))).toEqual(
      ['/a', '/b', '/c'].map((from) => `redirect-unused: \`${from}\``),
    );
  });

  it('move a whole folder, with the former paths inside it and without its other files', () => {
    const { list } = redirects(TEXTS, { '/de/*': '/*' });
    expect(list).toEqual(
      expect.arrayContaining([
        '/de/ → /',
        '/de/drinks/ → /pages/bar/',
        '/de/pages/bar/ → /pages/bar/',
        '/de/pages/old-bar/ → /pages/bar/',
        '/de/calendar.ics → /calendar.ics',
        '/de/feed.xml → /feed.xml',
      ]),
    );
    expect(list.some((each) => /^\/de\/(?:en|es|404|search\.json)/.test(each))).toBe(false);
  });

  it('give way to pages and aliases, and are left out where they lead nowhere', () => {
    const { list, problems } = redirects(
      { ...TEXTS, 'pages/draft.yaml': 'title: Draft\n' },
      { '/program': '/', '/drinks': '/program/', '/x': '/nowhere/', '/y': 'pages/draft', '/z': 'events/none' },
    );
    expect(list).toHaveLength(4);
    expect(problems).toEqual([
      'redirect-unused: `/program` is an existing page or file, which stays',
      'redirect-unused: `/drinks` is an alias of pages/bar too, and leads there',
      'redirect-unused: `/x` leads to /nowhere/, which is not on the site',
      'redirect-unused: `/y` leads to /pages/draft/, which is not on the site',
      'redirect-unused: `/z` leads to /events/none/, which is not on the site',
    ]);
  });

  it('may lead from a media file to the one that it became, although no page shows it', () => {
    const { list, problems } = redirects(
      { ...TEXTS, 'media/type/harbour.woff2': 'x' },
      {
        '/media/fonts/harbour.woff2': '/media/type/harbour.woff2',
        '/media/fonts/gone.woff2': '/media/type/gone.woff2',
        '/font': '/media/type/harbour.woff2',
      },
    );
    expect(list.filter((each) => /font|type/.test(each))).toEqual([]);
    expect(problems).toEqual([
      'redirect-unused: `/media/fonts/gone.woff2` leads to /media/type/gone.woff2, which is not on the site',
      'redirect-unused: `/font` leads to /media/type/harbour.woff2, which is not on the site',
    ]);
  });

  it('are answered by a page or a copy where one can take the place of the file', () => {
    const table = { '/index.php': '/', '/rss.xml': '/feed.xml', '/plan.pdf': 'https://files.example/plan.pdf' };
    const { answers, problems } = redirects(TEXTS, table);
    expect(answers).toMatchObject({ '/index.php': 'nothing', '/rss.xml': 'copy', '/plan.pdf': 'nothing' });
    expect(problems).toEqual([]);
  });
});

it('an entry of site.redirects with an address that no page ever had is reported', () => {
  const { list, problems } = redirects(
    {},
    { 'kiosk/quay': '/program/', 'webhooks/news': '/program/', 'pages/old': '/program/' },
  );
  expect(list).not.toContain('/kiosk/quay/ → /program/');
  expect(problems).toEqual(
    ['kiosk/quay', 'webhooks/news'].map(
      (text) =>
        `redirect-unused: \`${text}\` is not the address of a document with a page, so nothing leads on from it`,
    ),
  );
});
