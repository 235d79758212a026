/** The changes to the programme as an Atom feed. */
import type { Locale } from '../../kinds/shapes/primitives.ts';
import { absoluteUrl, CHANGES_FEED, localePath, PROGRAMME_CHANGES } from '../links/urls.ts';
import { changeView, shownChanges } from '../parts/changes.ts';
import { scopeOf } from '../scope.ts';
import type { Site } from '../site.ts';
import { xmlText } from './notation.ts';

const ENTRIES = 50;

export function changesFeed(site: Site, siteUrl: string, locale: Locale): string {
  const scope = scopeOf(site, { locale, page: CHANGES_FEED });
  const urlOf = (path: string): string => xmlText(absoluteUrl(siteUrl, localePath(path, locale, site.locales)));
  const changes = shownChanges(scope, ENTRIES);
  const newest = changes.reduce((latest, { at }) => Math.max(latest, at), 0);
  const { name } = site.root;
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${locale}">`,
    `  <title>${xmlText(name)} · ${xmlText(scope.strings.changes.title)}</title>`,
    `  <id>${urlOf(CHANGES_FEED)}</id>`,
    `  <link rel="self" type="application/atom+xml" href="${urlOf(CHANGES_FEED)}"/>`,
    `  <link rel="alternate" type="text/html" href="${urlOf(PROGRAMME_CHANGES)}"/>`,
    `  <updated>${utc(newest)}</updated>`,
    `  <author><name>${xmlText(name)}</name></author>`,
    ...changes.flatMap((change) => {
      const { key, word, title, detail } = changeView(change, scope);
      const url = urlOf(`${PROGRAMME_CHANGES}#${key}`);
      return [
        '  <entry>',
        `    <title>${xmlText(`${word} · ${title.text}`)}</title>`,
        `    <id>${url}</id>`,
        `    <link rel="alternate" type="text/html" href="${url}"/>`,
        `    <updated>${utc(change.at)}</updated>`,
        `    <summary>${xmlText(detail)}</summary>`,
        '  </entry>',
      ];
    }),
    '</feed>',
  ];
  return `${lines.join('\n')}\n`;
}

const utc = (instant: number): string => new Date(instant).toISOString().replace('.000', '');
