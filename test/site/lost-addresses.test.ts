/**
 * Which published addresses the next site would not have. A build compares lists of files; `validate` knows only documents, and has to
 * come to the same result for everything that it knows.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../../src/content/files.ts';
import { readContent } from '../../src/content/read-content.ts';
import { wholeFile } from '../../src/diagnostics/diagnostic.ts';
import { kinds } from '../../src/kinds/registry.ts';
import { checkContent } from '../../src/model/check-content.ts';
import {
  addressedIn,
  checkedAddresses,
  pagesOf as documentPages,
  siteOfDocuments,
} from '../../src/project/check/lost-documents.ts';
import { isHtml } from '../../src/publish/page-summary.ts';
import { outputsOf } from '../../src/render/outputs.ts';
import { feedsOf } from '../../src/site/feeds.ts';
import { pageFile } from '../../src/site/links/urls.ts';
import {
  addressOfFile,
  lostAddresses,
  pageRule,
  publishedAddresses,
  type PublishedAddresses,
} from '../../src/site/lost-addresses.ts';
import { pagesOf } from '../../src/site/pages.ts';
import { redirectsOf } from '../../src/site/redirects.ts';
import { openSite } from '../../src/site/site.ts';
import { keyOfPath } from '../../src/values/former-path.ts';
import { runs } from '../seed.ts';

const SITE = {
  commit: null,
  pages: ['en/index.html', 'fr/index.html', 'es/index.html'],
  former: {},
};

describe('the addresses of a site', () => {
  it('are pages, feeds, calendars and media, and nothing whose name changes with its content or that only the site loads', () => {
    const linked = ['index.html', 'en/index.html', 'sessions/a/index.html', 'en/sessions/a/calendar.ics', 'feed.xml'];
    const more = ['media/bridge.jpg', 'program/2027-06-18/index.html', 'schedule.xml'];
    const unlinked = ['assets/site.0a1b2c3d.css', 'media/_/bridge-0a1b-640.avif', 'sessions/a/card.0a1b2c3d.png'];
    const internal = ['sw.js', 'search.json', 'en/search.json', 'en/favorites/entries.json', 'program/2027-06-18.json'];
    const others = [
      '404.html',
      '_redirects',
      'robots.txt',
      'sitemap.xml',
      'en/offline/index.html',
      'kiosk/hall/index.html',
    ];
    const sheets = [
      'articles/page/2/index.html',
      'en/articles/page/2/index.html',
      'articles/selection-1gv0jox/index.html',
    ];
    const files = [...linked, ...more, ...unlinked, ...internal, ...others, ...sheets];
    const known = publishedAddresses(
      { ...SITE, files, sheets: ['/articles/page/2/', '/articles/selection-1gv0jox/'] },
      kinds,
    );
    expect([...known.documents, ...known.others()].toSorted()).toEqual(
      [...linked, ...more].map(addressOfFile).toSorted(),
    );
  });

  it('include a document whose name looks like that of a list, because the build says which pages are lists', () => {
    const files = ['articles/selection-officielle/index.html', 'articles/selection-2027/index.html'];
    const sheets = ['articles/selection-1gv0jox/index.html', 'articles/page/2/index.html'];
    const listed = ['/articles/selection-1gv0jox/', '/articles/page/2/'];
    const known = publishedAddresses({ ...SITE, files: [...files, ...sheets], sheets: listed }, kinds);
    expect([...known.documents, ...known.others()]).toEqual(files.map(addressOfFile));
    // Of a site that was published from here, only the files are known.
    const earlier = publishedAddresses({ ...SITE, files: [...files, ...sheets] }, kinds);
    expect([...earlier.documents, ...earlier.others()]).toEqual(['/articles/selection-officielle/']);
  });

  it('do not include parts of long lists and lists with a query, which the list of pages names', () => {
    const article = (each: number) => [`articles/n${each}.md`, '---\ntitle: News\nstatus: published\n---\nSoon.\n'];
    const tile = (screen: string) =>
      `{ title: Newest, navigator: { nativeContent: ${screen}, query: { limit: 3 } }, bottomBarIndex: 0 }`;
    const files = memoryFiles({
      'broadcast.yaml': `name: Harbour\nbottomBar: { homeTile: ${tile('articles')}, firstTile: ${tile('program')} }\n`,
      ...Object.fromEntries(Array.from({ length: 20 }, (_, each) => article(each))),
    });
    const { broadcast } = checkContent(readContent(files, { prefix: '' }), { timezone: 'UTC', locales: ['en'] });
    const site = openSite({ broadcast, now: 0 });
    const sheets = pagesOf(site).pages.flatMap(({ page, isSheet }) => (isSheet ? [page] : []));
    expect(sheets).toEqual([
      '/articles/page/2/',
      expect.stringMatching(/^\/articles\/selection-\w+\/$/),
      expect.stringMatching(/^\/program\/selection-\w+\/$/),
    ]);
  });

  it('include former paths, unless they lead from one screen of the team to another', () => {
    const former = {
      '/kiosk/dock/': '/kiosk/quay/',
      '/2019/': '/kiosk/quay/',
      '/print/': '/',
      '/t/': 'https://t.example/',
    };
    const { documents, others } = publishedAddresses({ ...SITE, files: [], former }, kinds);
    expect([...documents, ...others()]).toEqual(['/2019/', '/print/', '/t/']);
  });

  it('of documents are told from the lists in their folders', () => {
    const isPage = pageRule(kinds);
    expect(['/sessions/a/', '/events/friday/a/', '/pages/legal/'].every(isPage)).toBe(true);
    expect(
      ['/articles/', '/program/2027-06-18/', '/program/places/', '/', '/sessions/a/calendar.ics'].some(isPage),
    ).toBe(false);
  });
});

interface Session {
  readonly aliases: readonly string[];
  readonly status: 'published' | 'draft';
}

/** A repository that is edited after its site was published. */
class Festival {
  readonly sessions = new Map<string, Session>();
  readonly redirects: Record<string, string> = {};
  locales: readonly string[] = ['en', 'fr', 'es'];

  edit(name: string, change: Partial<Session>): void {
    const before = this.sessions.get(name);
    if (before) this.sessions.set(name, { ...before, ...change });
  }

  rename(from: string, to: string, keeps: 'address' | 'path' | 'nothing'): void {
    const session = this.sessions.get(from);
    if (!session || this.sessions.has(to)) return;
    const former = { address: [`sessions/${from}`], path: [`/sessions/${from}/`], nothing: [] }[keeps];
    this.sessions.delete(from);
    this.sessions.set(to, { ...session, aliases: [...session.aliases, ...former] });
  }

  remove(name: string, answer?: string): void {
    if (this.sessions.delete(name) && answer !== undefined) this.redirects[`sessions/${name}`] = answer;
  }

  open() {
    const texts = [...this.sessions].map(([name, { aliases, status }]) => [
      `sessions/${name}.yaml`,
      `title: ${name}\nstatus: ${status}\n$aliases: ${JSON.stringify(aliases)}\ntime: { start: 2027-06-18T10:00:00Z, end: 2027-06-18T11:00:00Z }\n`,
    ]);
    const files = memoryFiles({ 'broadcast.yaml': 'name: Harbour\n', ...Object.fromEntries(texts) });
    const settings = { timezone: 'UTC', locales: this.locales };
    const { broadcast, diagnostics } = checkContent(readContent(files, { prefix: '' }), settings, { errorsOnly: true });
    expect(diagnostics).toEqual([]);
    const site = openSite({ broadcast, now: 0, url: 'https://a.example' });
    const built = outputsOf(site, pagesOf(site).pages).map(({ path }) => path);
    expect(feedsOf(site, pagesOf(site).pages).every(({ path }) => built.includes(path.slice(1)))).toBe(true);
    const table = this.redirects;
    const { redirects } = redirectsOf(site, { table, files: built, hasRules: true, spanOf: wholeFile });
    return {
      broadcast,
      built: new Set(built),
      redirects: new Map(redirects.map(({ from, to }) => [keyOfPath(from), to])),
    };
  }
}

const NAMES = ['a', 'b', 'c', 'nested/d'];
/** Those that documents get by a rename are edited, too. */
const name = fc.constantFrom(...NAMES, 'e', 'f');
const step: fc.Arbitrary<(festival: Festival) => void> = fc.oneof(
  fc.tuple(name, name, fc.constantFrom('address' as const, 'path' as const, 'nothing' as const)).map(
    ([from, to, keeps]) =>
      (festival: Festival) =>
        festival.rename(from, to, keeps),
  ),
  fc.tuple(name, fc.constantFrom(undefined, 'gone', '/program/')).map(
    ([each, answer]) =>
      (festival: Festival) =>
        festival.remove(each, answer),
  ),
  fc.tuple(name, fc.constantFrom<Partial<Session>>({ status: 'draft' }, { status: 'published' })).map(
    ([each, change]) =>
      (festival: Festival) =>
        festival.edit(each, change),
  ),
  fc.constantFrom(['en', 'fr', 'es'], ['en', 'fr'], ['fr', 'en'], ['en']).map((locales) => (festival: Festival) => {
    festival.locales = locales;
  }),
  fc.constantFrom('/es/*', '/fr/*').map((folder) => (festival: Festival) => {
    festival.redirects[folder] = 'gone';
  }),
);

function published(): { readonly festival: Festival; readonly known: PublishedAddresses } {
  const festival = new Festival();
  for (const each of NAMES) festival.sessions.set(each, { aliases: [], status: 'published' });
  const built = [...festival.open().built];
  return {
    festival,
    known: publishedAddresses({ ...SITE, files: built, pages: built.filter(isHtml), sheets: [] }, kinds),
  };
}

/** Gone on purpose: the page of a document in each language, with its calendar, or a folder. */
function isGone(path: string, { redirects }: Festival): boolean {
  return Object.entries(redirects).some(([from, to]) => {
    if (to !== 'gone') return false;
    if (from.endsWith('*')) return path.startsWith(from.slice(0, -1));
    return new RegExp(`^(?:/(?:en|fr|es))?/${from}/[^/]*$`).test(path);
  });
}

describe('lost addresses', () => {
  it.each([
    ['isPrivate', { url: 'https://a.example', isPrivate: true }],
    ['site.url', { url: undefined, isPrivate: false }],
  ])('name %s as the setting that turns off every feed', (setting, settings) => {
    const paths = ['/feed.xml', '/schedule.json', '/program/changes/feed.xml'];
    const lost = lostAddresses(
      { paths, languages: [] },
      {
        ...{ kinds, locales: ['en'], ...settings },
        ...{ answer: () => undefined, isGone: () => false, documentAt: () => undefined },
      },
    );
    expect(lost.map(({ cause }) => cause)).toEqual(paths.map(() => setting));
  });

  it('are those that a comparison of two lists of files finds, and validate finds what documents show of them', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        const { festival, known } = published();
        expect(known.documents).toEqual(NAMES.map((each) => `/sessions/${each}/`));
        expect(known.others()).toContain('/fr/sessions/a/calendar.ics');
        for (const each of steps) each(festival);
        const { built, redirects, broadcast } = festival.open();
        const isThere = (path: string): boolean => built.has(pageFile(path)) || redirects.has(keyOfPath(path));
        const besideMoved = (path: string): boolean => {
          const folder = path.replace(/[^/]*$/, '');
          const to = redirects.get(keyOfPath(folder));
          return folder !== path && to !== undefined && !isThere(to + path.slice(folder.length));
        };
        const all = [...known.documents, ...known.others()];
        const missing = all.filter((path) => !isThere(path) && !isGone(path, festival) && !besideMoved(path));

        const { kinds: own } = broadcast;
        const checked = documentPages(addressedIn(broadcast, { now: 0 }), own);
        const settings = { ...festival, url: 'https://a.example' };
        const documents = siteOfDocuments({ settings, known, checked, hasMedia: () => true });
        const exact = lostAddresses(
          { ...known, paths: all },
          {
            ...documents,
            answer: (path) =>
              redirects.has(keyOfPath(path))
                ? { type: 'redirect', to: redirects.get(keyOfPath(path))! }
                : built.has(pageFile(path))
                  ? { type: 'file' }
                  : undefined,
          },
        );
        expect(exact.map(({ path }) => path)).toEqual(missing);

        const isOff = (path: string): boolean =>
          known.languages.some((each) => !festival.locales.slice(1).includes(each) && path.startsWith(`/${each}/`));
        const shown = lostAddresses({ ...known, paths: checkedAddresses(known, settings) }, documents).map(
          ({ path }) => path,
        );
        // Documents do not show which files are beside a page.
        const absent = all.filter((path) => !isThere(path) && !isGone(path, festival));
        const foreseen = absent.filter((path) => known.documents.includes(path) || isOff(path));
        expect(shown.toSorted()).toEqual(foreseen.toSorted());
        for (const { page, cause } of exact) {
          const session = festival.sessions.get(page.replace(/^\/sessions\/|\/$/g, ''));
          if (cause === 'drafts' && session) expect(session.status).toBe('draft');
          if (cause === 'removed') expect(session).toBeUndefined();
        }
      }),
      { numRuns: runs({ test: 60, proof: 1000 }) },
    );
  });
});
