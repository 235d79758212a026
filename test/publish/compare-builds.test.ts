import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareBuilds, isSameSite, type ComparedSite } from '../../src/publish/compare-builds.ts';
import { summarisePage } from '../../src/publish/page-summary.ts';
import { digestOf } from '../../src/values/site-file.ts';
import { page, siteOf } from './sites.ts';

const paths = (pages: readonly { readonly path: string }[]): readonly string[] => pages.map(({ path }) => path);

describe('the summary of a page', () => {
  const html = page({ title: 'Opening &amp; <b>', main: '<h1>Opening</h1><img src="../media/a.svg" alt="A">' });

  it('has the title without that of the site, as people read it', () => {
    expect(summarisePage(html, 'x.html')).toMatchObject({ title: 'Opening & <b>', lang: 'en' });
    expect(summarisePage('<title>Home · Festival</title>', 'x.html').title).toBe('Home · Festival');
    expect(summarisePage('<p>none</p>', 'a/x.html').title).toBe('a/x.html');
    expect(summarisePage(page({ title: 'Caf&eacute; &#233; &#xe9;' }), 'x.html').title).toBe('Café é é');
  });

  it('has the same content if only the menu, the styles or the classes differ, and another one for any edit', () => {
    const { content } = summarisePage(html, 'x.html');
    const restyled = html
      .replace('<nav>', '<nav><a href="/new/">New in the menu</a>')
      .replace('site.0a1b2c3d4e.css', 'site.ffffffffff.css')
      .replace('<h1>', '<!-- large -->\n<h1 class="large">')
      .replaceAll('../', '../../');
    expect(summarisePage(restyled, 'x.html').content).toBe(content);
    for (const edit of [
      html.replace('<h1>Opening', '<h1>Closing'),
      html.replaceAll('h1>', 'h2>'),
      html.replace('<h1>Opening</h1>', '<ul><li>Opening</li></ul>'),
      html.replace('<h1>Opening</h1>', '<h1></h1>Opening'),
      html.replace('media/a.svg', 'media/b.svg'),
      html.replace('alt="A"', 'alt="B"'),
    ]) {
      expect(summarisePage(edit, 'x.html').content).not.toBe(content);
    }
  });
});

describe('the comparison of two builds', () => {
  it('leaves out what only repeats other pages: paper, screens, frames, what workers keep', () => {
    const page = { 'index.html': 'Home' };
    const copies = ['en/kiosk/hall/index.html', 'print/signs/index.html', 'embed/program/index.html'];
    const files = [...copies, 'en/offline/2027-06-18.json', 'sw.js'];
    const next = siteOf({ ...page, ...Object.fromEntries(files.map((file) => [file, file])) });
    expect(isSameSite(compareBuilds(siteOf(page), next))).toBe(true);
  });

  it('lists pages that change, appear and vanish by title and path', () => {
    const base = siteOf({ 'index.html': 'Home', 'a/index.html': 'A', 'gone/index.html': 'Gone' });
    const next = siteOf({
      'index.html': 'Home',
      'a/index.html': { title: 'A', main: 'edited' },
      'new/index.html': 'New',
    });
    expect(compareBuilds(base, next)).toMatchObject({
      changed: [{ path: '/a/', title: 'A', lang: 'en' }],
      added: [{ path: '/new/', title: 'New' }],
      removed: [{ path: '/gone/', title: 'Gone' }],
      unchanged: 1,
    });
  });

  it('shows the title before, if that changed', () => {
    const diff = compareBuilds(siteOf({ 'a/index.html': 'Before' }), siteOf({ 'a/index.html': 'After' }));
    expect(diff.changed).toEqual([{ path: '/a/', title: 'After', lang: 'en', was: 'Before' }]);
  });

  it('counts pages that changed only in shared parts apart from the page that was edited', () => {
    const many = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`p/${index}/index.html`, `Page ${index}`]),
    );
    const next = siteOf({ ...many, 'p/7/index.html': { title: 'Page 7', main: 'edited' } }, { menu: 'New menu' });
    const { changed, shared, sections } = compareBuilds(siteOf(many), next);
    expect([paths(changed), shared.length, sections]).toEqual([['/p/7/'], 499, []]);
  });

  it('groups a section of which every page changed, and lists the same number of pages of a larger one', () => {
    const events = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`events/${index}/index.html`, 'E']));
    const other = { 'places/x/index.html': 'X', 'index.html': 'Home' };
    const labelled = Object.fromEntries(
      Object.keys(events).map((path) => [path, { title: 'E', main: 'E, doors at 8' }]),
    );
    const whole = compareBuilds(siteOf({ ...events, ...other }), siteOf({ ...labelled, ...other }));
    expect(whole.sections.map(({ path, pages }) => [path, pages.length])).toEqual([['/events/', 12]]);
    expect(whole.changed).toEqual([]);
    const larger = { ...events, 'events/unchanged/index.html': 'U' };
    const part = compareBuilds(siteOf(larger), siteOf({ ...larger, ...labelled }));
    expect([part.sections.length, part.changed.length]).toEqual([0, 12]);
  });

  it('recognises a page that moved, but not which of two equal ones did', () => {
    const base = siteOf({ 'old/index.html': 'A', 'b1/index.html': 'B' });
    const moved = compareBuilds(base, siteOf({ 'new/index.html': 'A', 'b1/index.html': 'B' }));
    expect(moved).toMatchObject({ moved: [{ path: '/new/', from: '/old/', title: 'A' }], added: [], removed: [] });
    const doubled = compareBuilds(base, siteOf({ 'n1/index.html': 'A', 'n2/index.html': 'A', 'b1/index.html': 'B' }));
    expect([doubled.moved, paths(doubled.added), paths(doubled.removed)]).toEqual([[], ['/n1/', '/n2/'], ['/old/']]);
  });

  it('treats a file with a digest in its name as one file that changed', () => {
    const file = (text: string) => ({ digest: digestOf(Buffer.from(text)), bytes: text.length });
    const assets = (...names: readonly string[]): ComparedSite => ({
      files: Object.fromEntries(names.map((name) => [name, file(name)])),
      pages: {},
    });
    const { assets: changes } = compareBuilds(
      assets('assets/site.390b0da0f5.css', 'media/_/cover-b9898fe4167fa81a-preview.jpg', 'media/logo.svg', 'feed.xml'),
      assets('assets/site.85c2e18c65.css', 'media/_/cover-c942dcf02ef44e74-preview.jpg', 'media/map.svg', 'feed.xml'),
    );
    expect(changes).toMatchObject([
      { type: 'styles and scripts', added: [], changed: ['assets/site.css'], removed: [] },
      { type: 'media', added: ['media/map.svg'], changed: ['media/_/cover-preview.jpg'], removed: ['media/logo.svg'] },
    ]);
  });

  it('puts every page into exactly one list, for any two sites', () => {
    const name = fc.constantFrom(
      'index.html',
      'a/index.html',
      'a/b/index.html',
      'en/a/index.html',
      'c.html',
      'd/index.html',
    );
    const site = fc.dictionary(name, fc.record({ title: fc.constantFrom('A', 'B'), main: fc.constantFrom('x', 'y') }));
    fc.assert(
      fc.property(site, site, fc.constantFrom('Menu', 'Other'), (one, other, menu) => {
        const [base, next] = [siteOf(one), siteOf(other, { menu })];
        const diff = compareBuilds(base, next);
        const { changed, added, removed, moved, shared, sections, unchanged } = diff;
        const after = [...changed, ...added, ...moved, ...shared, ...sections.flatMap(({ pages }) => pages)];
        expect(after.length + unchanged).toBe(Object.keys(next.files).length);
        expect(new Set(paths(after)).size).toBe(after.length);
        const before = Object.keys(base.files).length - Object.keys(next.files).length;
        expect(removed.length - added.length).toBe(before);
        expect(isSameSite(diff)).toBe(JSON.stringify(base.files) === JSON.stringify(next.files));
        expect(isSameSite(compareBuilds(base, base))).toBe(true);
      }),
    );
  });
});
