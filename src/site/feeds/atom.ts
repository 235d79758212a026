import type { Locale } from '../../kinds/shapes/primitives.ts';
import { plainText } from '../../markdown/reading.ts';
import { scopeOf } from '../scope.ts';
import type { Site } from '../site.ts';
import { absoluteUrl, localePath, screenPath } from '../links/urls.ts';
import { feedEntries, type FileTools } from './entries.ts';
import { xmlText } from './xml.ts';

/** Atom requires a date even for documents without one. */
const BEGINNING = 0;

/** The newest documents of the kinds with feeds, in one language. */
export function atomFeed(site: Site, siteUrl: string, locale: Locale, tools: FileTools): string {
  const { strings } = scopeOf(site, { locale, page: '/feed.xml' });
  const urlOf = (page: string): string => absoluteUrl(siteUrl, localePath(page, locale, site.locales));
  const entries = feedEntries(site, { siteUrl, locale }, tools);
  const newest = Math.max(BEGINNING, ...entries.map(({ published, updated }) => updated ?? published ?? BEGINNING));
  const { name, shortDescription } = site.root;
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${locale}">`,
    `  <title>${xmlText(name)} · ${xmlText(strings.screens.articles)}</title>`,
    ...(shortDescription ? [`  <subtitle>${xmlText(plainText(shortDescription))}</subtitle>`] : []),
    `  <id>${xmlText(urlOf('/feed.xml'))}</id>`,
    `  <link rel="self" type="application/atom+xml" href="${xmlText(urlOf('/feed.xml'))}"/>`,
    `  <link rel="alternate" type="text/html" href="${xmlText(urlOf(screenPath('articles')))}"/>`,
    `  <updated>${utc(newest)}</updated>`,
    `  <author><name>${xmlText(name)}</name></author>`,
    ...entries.flatMap(({ url, title, lang, published = BEGINNING, updated = published, html }) => [
      `  <entry${lang ? ` xml:lang="${lang}"` : ''}>`,
      `    <title>${xmlText(title)}</title>`,
      `    <id>${xmlText(url)}</id>`,
      `    <link rel="alternate" type="text/html" href="${xmlText(url)}"/>`,
      `    <published>${utc(published)}</published>`,
      `    <updated>${utc(updated)}</updated>`,
      ...(html === '' ? [] : [`    <content type="html">${xmlText(html)}</content>`]),
      '  </entry>',
    ]),
    '</feed>',
  ];
  return `${lines.join('\n')}\n`;
}

export const utc = (instant: number): string => new Date(instant).toISOString().replace('.000', '');
