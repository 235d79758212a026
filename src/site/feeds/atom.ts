import type { Locale } from '../../kinds/shapes/primitives.ts';
import { plainText } from '../../markdown/plain-text.ts';
import { epochOf } from '../../values/instants.ts';
import { shownOf } from '../documents.ts';
import { pageOf, publishedAt } from '../parts/page-fields.ts';
import { newestFirst } from '../pages/articles.ts';
import { scopeOf } from '../scope.ts';
import { shortText } from '../text/excerpt.ts';
import type { Site } from '../site.ts';
import { absoluteUrl, entityPath, localePath, screenPath } from '../links/urls.ts';
import { xmlText } from './xml.ts';

const ENTRIES = 30;
/** Atom requires a date even for documents without one. */
const BEGINNING = '1970-01-01T00:00:00Z';

/** The newest documents of the kinds with feeds, in one language. */
export function atomFeed(site: Site, siteUrl: string, locale: Locale): string {
  const { locales } = site;
  const scope = scopeOf(site, { locale, page: '/feed.xml' });
  const urlOf = (page: string): string => absoluteUrl(siteUrl, localePath(page, locale, locales));
  const fed = site.kinds.filter(({ page }) => page?.feed);
  const entries = newestFirst(fed.flatMap((kind) => shownOf(site, kind))).slice(0, ENTRIES);
  const newest = (entries[0] && publishedAt(entries[0])) ?? BEGINNING;
  const { name, shortDescription } = site.root;
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${locale}">`,
    `  <title>${xmlText(name)} · ${xmlText(scope.strings.screens.articles)}</title>`,
    ...(shortDescription ? [`  <subtitle>${xmlText(plainText(shortDescription))}</subtitle>`] : []),
    `  <id>${xmlText(urlOf('/feed.xml'))}</id>`,
    `  <link rel="self" type="application/atom+xml" href="${xmlText(urlOf('/feed.xml'))}"/>`,
    `  <link rel="alternate" type="text/html" href="${xmlText(urlOf(screenPath('articles')))}"/>`,
    `  <updated>${utc(newest)}</updated>`,
    `  <author><name>${xmlText(name)}</name></author>`,
    ...entries.flatMap((entity) => {
      const localised = scope.localised(entity);
      const url = urlOf(entityPath(entity));
      const { title, text = '' } = pageOf(entity);
      const content = localised.fields[text];
      const published = utc(publishedAt(entity) ?? BEGINNING);
      const lang = localised.langOf(title);
      return [
        `  <entry${lang ? ` xml:lang="${lang}"` : ''}>`,
        `    <title>${xmlText(String(localised.fields[title] ?? ''))}</title>`,
        `    <id>${xmlText(url)}</id>`,
        `    <link rel="alternate" type="text/html" href="${xmlText(url)}"/>`,
        `    <published>${published}</published>`,
        `    <updated>${published}</updated>`,
        ...(typeof content === 'string' && content !== ''
          ? [`    <summary>${xmlText(shortText(entity, content, 280))}</summary>`]
          : []),
        '  </entry>',
      ];
    }),
    '</feed>',
  ];
  return `${lines.join('\n')}\n`;
}

const utc = (instant: string): string => new Date(epochOf(instant)).toISOString().replace('.000', '');
