import { describe, expect, it } from 'vitest';
import { checkSite } from '../../src/site/checks.ts';
import { feedsOf } from '../../src/site/feeds.ts';
import { pagesOf } from '../../src/site/pages.ts';
import type { Site } from '../../src/site/site.ts';
import { check } from '../model/harbour.ts';
import { siteOf, viewAt } from './harbour-site.ts';
import { viewOf } from './view-of.ts';

const article = (more: string): string => `---\ntitle: Secret\n${more}\n---\nText\n`;

const everything = (site: Site): string =>
  JSON.stringify([
    ...pagesOf(site).pages.flatMap((page) => site.locales.map((locale) => viewOf(site, page, locale))),
    ...feedsOf(site, pagesOf(site).pages),
  ]);

describe('a hidden document appears nowhere', () => {
  it.each([
    ['a draft article', { 'articles/secret.md': article('status: draft') }],
    ['an article without a status', { 'articles/secret.md': article('') }],
    [
      'an article for later',
      { 'articles/secret.md': article('status: published\npublished_at: 2027-06-02T00:00:00Z') },
    ],
    ['a private page', { 'pages/secret.yaml': 'title: Secret\nstatus: published\nisPrivate: true\n' }],
    ['a draft page', { 'pages/secret.yaml': 'title: Secret\nstatus: draft\n' }],
    ['a draft host', { 'hosts/secret.yaml': 'title: Secret\nstatus: draft\n' }],
    [
      'a campaign that is over',
      { 'campaigns/secret.yaml': 'title: Secret\nstatus: published\ntime: { end: 2027-05-01T00:00:00Z }\n' },
    ],
  ])('%s', (_, texts) => {
    expect(everything(siteOf(texts, { url: 'https://harbour.example' }))).not.toContain('Secret');
  });

  it('unless drafts are shown; private pages stay hidden', () => {
    const texts = {
      'articles/secret.md': article('status: draft'),
      'pages/hidden.yaml': 'title: Hidden\nstatus: published\nisPrivate: true\n',
    };
    const shown = everything(siteOf(texts, { drafts: true }));
    expect(shown).toContain('Secret');
    expect(shown).not.toContain('Hidden');
  });

  it('so an event without its draft host, or a place without its draft map, has a warning at the pointer', () => {
    const texts = {
      'hosts/lena.yaml': 'title: Léna\nstatus: draft\n',
      'maps/later.yaml': 'title: Later\nstatus: draft\n',
      'places/quay.yaml': 'name: Quay\n$map: maps/later\n',
      'events/a.yaml': 'title: A\nstart_time: 2027-06-18T10:00Z\nend_time: 2027-06-18T11:00Z\n$hosts: [hosts/lena]\n',
    };
    expect(checkSite(siteOf(texts), check(texts).broadcast)).toMatchObject([
      { code: 'hidden-pointer', at: { file: 'content/events/a.yaml', line: 4, column: 10 } },
      { code: 'hidden-pointer', at: { file: 'content/places/quay.yaml', line: 2, column: 7 } },
    ]);
  });

  it('so a navigator to a draft is not a link, and a warning shows its position', () => {
    const texts = {
      'pages/draft.yaml': 'title: Draft\nstatus: draft\n',
      'pages/front.yaml':
        'title: Front\nstatus: published\nblocks:\n  - type: button\n    values: [{ label: Go, navigator: { broadcastPageId: pages/draft } }]\n',
    };
    const site = siteOf(texts);
    expect(checkSite(site, check(texts).broadcast)).toMatchObject([
      { code: 'hidden-pointer', severity: 'warning', at: { file: 'content/pages/front.yaml', line: 5 } },
    ]);
    const { body } = viewAt(site, '/pages/front/');
    expect(body).toMatchObject({ content: { blocks: [{ items: [{ label: 'Go' }] }] } });
    expect(JSON.stringify(body)).not.toContain('href');
  });
});

describe('the next change', () => {
  const next = (site: Site): string | undefined => {
    everything(site);
    return site.clock.nextChange === undefined ? undefined : new Date(site.clock.nextChange).toISOString();
  };

  it('does not exist for content that does not depend on time', () => {
    expect(next(siteOf({ 'places/quay.yaml': 'name: Quay\n' }))).toBeUndefined();
  });

  it('is when a scheduled article is published', () => {
    const texts = { 'articles/a.md': article('status: published\npublished_at: 2027-06-02T00:00:00Z') };
    expect(next(siteOf(texts))).toBe('2027-06-02T00:00:00.000Z');
    expect(next(siteOf(texts, { now: '2027-06-02T00:00:00Z' }))).toBeUndefined();
  });

  it('is when a campaign starts, and then when it ends', () => {
    const texts = {
      'campaigns/c.yaml':
        'title: C\nstatus: published\ntime: { start: 2027-06-03T00:00:00Z, end: 2027-06-04T00:00:00Z }\n',
    };
    expect(next(siteOf(texts))).toBe('2027-06-03T00:00:00.000Z');
    expect(next(siteOf(texts, { now: '2027-06-03T12:00:00Z' }))).toBe('2027-06-04T00:00:00.000Z');
    expect(next(siteOf(texts, { now: '2027-06-05T00:00:00Z' }))).toBeUndefined();
  });

  it('is when the number of a countdown changes', () => {
    const texts = {
      'broadcast.yaml':
        'name: Harbour\nhome: { blocks: [{ type: countdown, values: [{ date: 2027-06-04T00:00:00Z }] }] }\n',
    };
    expect(next(siteOf(texts, { now: '2027-06-01T12:00:00Z' }))).toBe('2027-06-02T00:00:00.001Z');
    expect(next(siteOf(texts, { now: '2027-06-03T22:30:00Z' }))).toBe('2027-06-03T23:00:00.001Z');
    expect(next(siteOf(texts, { now: '2027-06-04T00:00:00Z' }))).toBeUndefined();
  });
});
