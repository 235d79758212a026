import { describe, expect, it } from 'vitest';
import { pagesOf } from '../../src/site/pages.ts';
import type { Site } from '../../src/site/site.ts';
import type { EmbedPage } from '../../src/site/pages/view.ts';
import { event, siteOf } from './harbour-site.ts';
import { viewOf } from './view-of.ts';

const embeds = (site: Site) =>
  pagesOf(site)
    .pages.filter(({ page }) => page.startsWith('/embed/'))
    .map((page) => viewOf(site, page, 'en'));

const two = {
  'events/a.yaml': event('2027-06-18T20:30', '2027-06-18T22:00'),
  'events/b.yaml': event('2027-06-19T20:30', '2027-06-19T22:00'),
};

describe('the programme for frames of other websites', () => {
  it('is one page with all days, which no search engine lists', () => {
    const [page, ...others] = embeds(siteOf(two, { url: 'https://harbour.example' }));
    expect(others).toEqual([]);
    const body = page!.body as EmbedPage;
    expect(body.days.map(({ slots }) => slots.length)).toEqual([1, 1]);
    expect(body.jump.map(({ href }) => href)).toEqual(['#d2027-06-18', '#d2027-06-19']);
    expect(body.days[0]!.slots[0]!.link.href).toBe('../../events/a/');
    expect(page!.seo.indexing).toBe(false);
  });

  it('has a page for each day if the programme is long', () => {
    const many = Array.from({ length: 301 }, (_, index) => [
      `events/e${index}.yaml`,
      event(`2027-06-${18 + (index % 3)}T10:00`, `2027-06-${18 + (index % 3)}T11:00`),
    ]);
    const pages = embeds(siteOf(Object.fromEntries(many) as Record<string, string>));
    expect(pages.map(({ page }) => page)).toEqual([
      '/embed/program/',
      '/embed/program/2027-06-18/',
      '/embed/program/2027-06-19/',
      '/embed/program/2027-06-20/',
    ]);
    const counts = pages.map(({ body }) => (body as EmbedPage).days.map(({ slots }) => slots.length));
    expect(counts).toEqual([[101], [101], [100], [100]]);
    expect((pages[3]!.body as EmbedPage).jump[2]).toMatchObject({ href: './', current: true });
  });

  it('does not exist for a private broadcast, and not without a programme', () => {
    expect(embeds(siteOf({}))).toEqual([]);
    expect(embeds(siteOf({ ...two, 'broadcast.yaml': 'name: X\nisPrivate: true\n' }))).toEqual([]);
  });
});
