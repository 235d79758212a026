/** The feeds of a language: the newest documents of the kinds with feeds, and the changes to the programme. */
import type { Locale } from '../../kinds/shapes/primitives.ts';
import { plainText } from '../../markdown/reading.ts';
import type { Entity } from '../../model/broadcast.ts';
import { shownOf } from '../documents.ts';
import { namedMedia, resolveLink } from '../links/content-links.ts';
import { absoluteUrl, CHANGES_FEED, entityPath, mediaPath, PROGRAMME_CHANGES, screenPath } from '../links/urls.ts';
import { newestFirst } from '../pages/articles.ts';
import { changeView, shownChanges } from '../pages/programme-changes.ts';
import { pageOf, pictureOf, publishedAt, textOf, titleIn } from '../parts/page-fields.ts';
import { scopeOf, type Scope } from '../scope.ts';
import type { Site } from '../site.ts';
import { utc, xmlText } from './feed-notation.ts';
import type { Thumbnail } from './search.ts';

/** How files beside the pages turn texts into HTML. */
export interface FileTools {
  /**
   * A text as HTML; undefined if it cannot be rendered. `resolve` makes addresses absolute, and leaves out a picture or
   * link for which it returns nothing.
   */
  readonly html: (
    text: string,
    resolve: (url: string, use: 'link' | 'image') => string | undefined,
  ) => string | undefined;
  /** The path of a small version of a picture. */
  readonly thumbnail: Thumbnail;
}

interface FeedEntry {
  readonly url: string;
  readonly title: string;
  /** If it differs from the feed's. */
  readonly lang?: Locale | undefined;
  /** In milliseconds since the epoch. */
  readonly published?: number | undefined;
  readonly updated?: number | undefined;
  readonly picture?: string | undefined;
  readonly html?: string;
  readonly summary?: string;
}

export const NEWS = [
  { path: '/feed.xml', compose: atomFeed },
  { path: '/feed.json', compose: jsonFeed },
] as const;

/** With their whole texts. */
function atomFeed(site: Site, locale: Locale, tools: FileTools): string {
  const scope = scopeOf(site, { locale, page: '/feed.xml' });
  const { shortDescription } = site.root;
  const entries = newestEntries(scope, tools).map((entry) => ({ published: BEGINNING, ...entry }));
  const about = { title: scope.strings.screens.articles, page: screenPath('articles'), shortDescription };
  return atom(about, entries, scope);
}

const MOST_CHANGES = 50;

export function changesFeed(site: Site, locale: Locale): string {
  const scope = scopeOf(site, { locale, page: CHANGES_FEED });
  const entries = shownChanges(scope, MOST_CHANGES).map((change) => {
    const { key, word, title, detail } = changeView(change, scope);
    const url = scope.url(`${PROGRAMME_CHANGES}#${key}`);
    return { url, title: `${word} · ${title.text}`, updated: change.at, summary: detail };
  });
  return atom({ title: scope.strings.changes.title, page: PROGRAMME_CHANGES }, entries, scope);
}

interface AboutFeed {
  readonly title: string;
  /** The page that shows the same. */
  readonly page: string;
  readonly shortDescription?: string | null | undefined;
}

/** Atom requires a date even for documents without one. */
const BEGINNING = 0;

function atom({ title, page, shortDescription }: AboutFeed, entries: readonly FeedEntry[], scope: Scope): string {
  const { name } = scope.site.root;
  const element = (tag: string, text: string): string => `<${tag}>${xmlText(text)}</${tag}>`;
  const dateOf = ({ published = BEGINNING, updated = published }: FeedEntry): number => updated;
  const own = xmlText(scope.url(scope.page));
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${scope.locale}">`,
    `  ${element('title', `${name} · ${title}`)}`,
    ...(shortDescription ? [`  ${element('subtitle', plainText(shortDescription))}`] : []),
    `  <id>${own}</id>`,
    `  <link rel="self" type="application/atom+xml" href="${own}"/>`,
    `  <link rel="alternate" type="text/html" href="${xmlText(scope.url(page))}"/>`,
    `  <updated>${utc(Math.max(BEGINNING, ...entries.map(dateOf)))}</updated>`,
    `  <author>${element('name', name)}</author>`,
    ...entries.flatMap((entry) => [
      `  <entry${entry.lang ? ` xml:lang="${entry.lang}"` : ''}>`,
      `    ${element('title', entry.title)}`,
      `    ${element('id', entry.url)}`,
      `    <link rel="alternate" type="text/html" href="${xmlText(entry.url)}"/>`,
      ...(entry.published === undefined ? [] : [`    <published>${utc(entry.published)}</published>`]),
      `    <updated>${utc(dateOf(entry))}</updated>`,
      ...(entry.html ? [`    <content type="html">${xmlText(entry.html)}</content>`] : []),
      ...(entry.summary === undefined ? [] : [`    ${element('summary', entry.summary)}`]),
      '  </entry>',
    ]),
    '</feed>',
  ];
  return `${lines.join('\n')}\n`;
}

/** The same entries as the Atom feed, in the format of jsonfeed.org. */
function jsonFeed(site: Site, locale: Locale, tools: FileTools): string {
  const scope = scopeOf(site, { locale, page: '/feed.json' });
  const { name, shortDescription } = site.root;
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: `${name} · ${scope.strings.screens.articles}`,
    home_page_url: scope.url(screenPath('articles')),
    feed_url: scope.url('/feed.json'),
    description: shortDescription ? plainText(shortDescription) : undefined,
    language: locale,
    authors: [{ name, url: scope.url('/') }],
    items: newestEntries(scope, tools).map(({ url, title, lang, published, updated, picture, html }) => ({
      id: url,
      url,
      title,
      content_html: html,
      image: picture,
      date_published: published === undefined ? undefined : utc(published),
      date_modified: updated === undefined ? undefined : utc(updated),
      language: lang,
    })),
  };
  return `${JSON.stringify(feed, undefined, 1)}\n`;
}

const MOST_ENTRIES = 30;

function newestEntries({ site, locale }: Scope, tools: FileTools): readonly FeedEntry[] {
  const fed = site.kinds.filter(({ page }) => page?.feed);
  const entities = newestFirst(fed.flatMap((kind) => shownOf(site, kind))).slice(0, MOST_ENTRIES);
  return entities.map((entity) => feedEntry(entity, scopeOf(site, { locale, page: entityPath(entity) }), tools));
}

/** `scope` is that of its page. */
function feedEntry(entity: Entity, scope: Scope, tools: FileTools): FeedEntry {
  const url = scope.url(scope.page);
  const picture = pictureOf(entity, scope);
  const published = publishedAt(entity);
  const revised = scope.site.revision(entity.address)?.modified;
  const mediaUrl = (name: string): string => absoluteUrl(scope.site.url!, mediaPath(name));
  const resolve = (to: string, use: 'link' | 'image'): string | undefined => {
    const media = namedMedia(to);
    if (use === 'image') return media === undefined ? undefined : mediaUrl(media);
    const link = resolveLink(to, scope, entity.address);
    return link === undefined ? undefined : URL.parse(link, url)?.href;
  };
  return {
    url,
    title: titleIn(entity, scope).text,
    lang: scope.localised(entity).langOf(pageOf(entity).title),
    // Absent rather than undefined: Atom fills in a date.
    ...(published !== undefined && { published }),
    // A revision before the time of publication was never seen in the old form.
    updated: revised === undefined ? undefined : Math.max(revised, published ?? revised),
    picture: picture?.source.type === 'local' ? mediaUrl(picture.source.name) : undefined,
    html: tools.html(textOf(entity, scope)?.text ?? '', resolve) ?? '',
  };
}
