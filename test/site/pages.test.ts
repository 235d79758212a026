import { describe, expect, it } from 'vitest';
import { NATIVE_SCREENS } from '../../src/kinds/shapes/navigator.ts';
import { BLOCK_TYPES } from '../../src/kinds/shapes/block.ts';
import { blockViews } from '../../src/site/blocks/blocks.ts';
import { notFoundPage, pagesOf } from '../../src/site/pages.ts';
import { scopeOf } from '../../src/site/scope.ts';
import type { NotFoundPage, SlotPage } from '../../src/site/pages/view.ts';
import { screenPath } from '../../src/site/links/urls.ts';
import { siteOf, viewAt } from './harbour-site.ts';
import { viewOf } from './view-of.ts';

const paths = (site: ReturnType<typeof siteOf>): readonly string[] => pagesOf(site).pages.map(({ page }) => page);

describe('the list of pages', () => {
  it('has one for every native screen, even if the broadcast has only a name', () => {
    expect(paths(siteOf({}))).toEqual(expect.arrayContaining(NATIVE_SCREENS.map(screenPath)));
  });

  it('keeps folders and uses $slug as the last part of a path', () => {
    const site = siteOf({ 'articles/2027/news.md': '---\ntitle: N\nstatus: published\n$slug: fresh\n---\nX\n' });
    expect(paths(site)).toContain('/articles/2027/fresh/');
  });

  it('has none for a page document that is a link or a screen', () => {
    const site = siteOf({
      'pages/tickets.yaml': 'title: T\nstatus: published\nurl: https://tickets.example/\n',
      'pages/agenda.yaml': 'title: A\nstatus: published\nnativeContent: program\n',
    });
    expect(paths(site).filter((path) => path.startsWith('/pages/'))).toEqual([]);
  });

  it('splits many articles into pages', () => {
    const texts = Object.fromEntries(
      Array.from({ length: 13 }, (_, index) => [
        `articles/a${index}.md`,
        `---\ntitle: A${index}\nstatus: published\n---\nX\n`,
      ]),
    );
    const site = siteOf(texts);
    expect(paths(site)).toContain('/articles/page/2/');
    expect(viewAt(site, '/articles/page/2/', 'fr').body).toMatchObject({ number: 2, total: 2, newer: '../../' });
  });

  it('has one for a list that a navigator filters with a query', () => {
    const site = siteOf({
      'broadcast.yaml':
        'name: X\nmenu: { sections: [{ tiles: [{ title: Last, navigator: { nativeContent: articles, query: { limit: 1, sort: { published_at: desc } } } }] }] }\n',
      'articles/a.md': '---\ntitle: Old\nstatus: published\npublished_at: 2027-01-01T00:00:00Z\n---\nX\n',
      'articles/b.md': '---\ntitle: New\nstatus: published\npublished_at: 2027-02-01T00:00:00Z\n---\nX\n',
    });
    const selection = pagesOf(site).pages.find(({ page }) => page.startsWith('/articles/selection-'))!;
    const view = viewOf(site, selection, 'fr');
    expect(view.body).toMatchObject({ cards: [{ title: { text: 'New' } }] });
    expect(view.frame.menu[0]?.tiles[0]?.link).toMatchObject({ current: true });
  });

  it('leaves the site name out of a title that search results would cut', () => {
    const site = siteOf({
      'pages/short.yaml': 'title: Short\nstatus: published\n',
      'pages/long.yaml': `title: ${'Long '.repeat(12)}\nstatus: published\n`,
    });
    const titleOf = (path: string): string => viewAt(site, path, 'fr').seo.title;
    expect(titleOf('/pages/short/')).toBe('Short · Harbour festival');
    expect(titleOf('/pages/long/')).toBe('Long '.repeat(12).trim());
  });

  it('has links on the page for unknown addresses, by the names that tiles give to screens', () => {
    const tile = '{ title: Line-up, navigator: { nativeContent: program } }';
    const site = siteOf({ 'broadcast.yaml': `name: Harbour\nbottomBar: { firstTile: ${tile} }\n` });
    const { links } = viewOf(site, notFoundPage, 'fr').body as NotFoundPage;
    expect(links.map(({ title }) => title)).toContain('Line-up');
  });

  it('reports two pages with the same address', () => {
    const site = siteOf({
      'articles/page/2.md': '---\ntitle: Two\nstatus: published\n---\nX\n',
      ...Object.fromEntries(
        Array.from({ length: 13 }, (_, index) => [
          `articles/a${index}.md`,
          `---\ntitle: A${index}\nstatus: published\n---\nX\n`,
        ]),
      ),
    });
    expect(pagesOf(site).diagnostics).toMatchObject([{ code: 'same-path' }]);
  });
});

describe('blocks', () => {
  const site = siteOf({ 'hosts/lena.yaml': 'title: Léna\nstatus: published\n' });
  const scope = scopeOf(site, { locale: 'fr', page: '/' });

  it('of every type have a view model, even if they are empty', () => {
    const views = blockViews(
      BLOCK_TYPES.map((type) => ({ type })),
      { scope },
    );
    expect(views.map(({ type }) => type)).toEqual(BLOCK_TYPES);
  });

  it('have headings in order: one level below a title, and deeper in a section', () => {
    const views = blockViews(
      [
        { type: 'hosts', values: [{}] },
        { type: 'title', values: [{ text: 'T' }] },
        { type: 'hosts', values: [{}] },
        { type: 'section', values: [{ title: 'S', blocks: [{ type: 'hosts', values: [{}] }] }] },
      ],
      { scope },
    );
    expect(views.map(({ level }) => level)).toEqual([2, 2, 3, 2]);
    expect(views[3]).toMatchObject({ sections: [{ blocks: [{ level: 3 }] }] });
  });

  it('of the gallery show every type', () => {
    const withGallery = siteOf({}, { gallery: true });
    const { body } = viewAt(withGallery, '/gallery/', 'fr');
    const types = body.type === 'gallery' ? body.samples.flatMap(({ blocks }) => blocks.map(({ type }) => type)) : [];
    expect(new Set(types)).toEqual(new Set(BLOCK_TYPES));
  });
});

describe('the first screen of the home page', () => {
  const event = 'start_time: 2027-06-18T20:00\nend_time: 2027-06-18T21:00\n';
  const bodyOf = (texts: Readonly<Record<string, string>>, locale = 'fr') => {
    const site = siteOf(texts);
    return viewAt(site, '/', locale).body;
  };

  it('has the dates of the programme and a link to it', () => {
    const last = event.replaceAll('06-18', '06-20');
    const texts = { 'events/a.yaml': `title: A\n${event}`, 'events/b.yaml': `title: B\n${last}` };
    expect(bodyOf(texts)).toMatchObject({ occasion: { dates: '18–20 juin 2027', programme: { href: 'program/' } } });
  });

  it('has one date if everything is on one day, and none without a programme', () => {
    expect(bodyOf({ 'events/a.yaml': `title: A\n${event}` })).toMatchObject({ occasion: { dates: '18 juin 2027' } });
    expect(bodyOf({})).not.toHaveProperty('occasion');
  });
});

describe('the page of an event', () => {
  const at = (hour: string): string => `start_time: 2027-06-18T${hour}:00\nend_time: 2027-06-18T${hour}:30\n`;

  it('links to the entries before and after it, each once', () => {
    const site = siteOf({
      'places/a.yaml': 'name: Quay\n',
      'events/one.yaml': `title: One\n${at('10')}place_id: places/a\n`,
      'events/two.yaml': `title: Two\n${at('11')}place_id: places/a\n`,
      'events/three.yaml': `title: Three\n${at('12')}`,
    });
    const { neighbours } = viewAt(site, '/events/two/', 'fr').body as SlotPage;
    expect(neighbours.map(({ way, within, title }) => [way, within.text, title.text])).toEqual([
      ['previous', 'Quay', 'One'],
      ['next', 'vendredi 18 juin', 'Three'],
    ]);
  });

  it('has the picture of its place if it has none of its own', () => {
    const site = siteOf({
      'interest-points/a.yaml': 'title: A\nstatus: published\nmedia: media/a.jpg\n',
      'media/a.jpg': 'a picture',
      'sessions/one.yaml':
        'title: One\nstatus: published\ntime: { start: 2027-06-18T10:00, end: 2027-06-18T11:00 }\ninterestPointId: interest-points/a\n',
    });
    const { body, seo } = viewAt(site, '/sessions/one/', 'fr');
    expect(body).toMatchObject({ media: { source: { name: 'media/a.jpg' } } });
    expect(seo.images).toMatchObject([{ source: { name: 'media/a.jpg' } }]);
  });
});
