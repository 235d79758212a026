import type { Locale } from '../../kinds/shapes/primitives.ts';
import { plainText } from '../../markdown/reading.ts';
import { scopeOf } from '../scope.ts';
import type { Site } from '../site.ts';
import { absoluteUrl, localePath, screenPath } from '../links/urls.ts';
import { utc } from './atom.ts';
import { feedEntries, type FileTools } from './entries.ts';

/** The same entries as the Atom feed, in the format of jsonfeed.org. */
export function jsonFeed(site: Site, siteUrl: string, locale: Locale, tools: FileTools): string {
  const { strings } = scopeOf(site, { locale, page: '/feed.json' });
  const urlOf = (page: string): string => absoluteUrl(siteUrl, localePath(page, locale, site.locales));
  const { name, shortDescription } = site.root;
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: `${name} · ${strings.screens.articles}`,
    home_page_url: urlOf(screenPath('articles')),
    feed_url: urlOf('/feed.json'),
    ...(shortDescription && { description: plainText(shortDescription) }),
    language: locale,
    authors: [{ name, url: urlOf('/') }],
    items: feedEntries(site, { siteUrl, locale }, tools).map(
      ({ url, title, lang, published, updated, picture, html }) => ({
        id: url,
        url,
        title,
        content_html: html,
        ...(picture !== undefined && { image: picture }),
        ...(published !== undefined && { date_published: utc(published) }),
        ...(updated !== undefined && { date_modified: utc(updated) }),
        ...(lang && { language: lang }),
      }),
    ),
  };
  return `${JSON.stringify(feed, undefined, 1)}\n`;
}
