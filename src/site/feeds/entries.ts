/** The newest documents of the kinds with feeds, with their whole text. Atom and JSON feeds show the same. */
import type { Locale } from '../../kinds/shapes/primitives.ts';
import type { Entity } from '../../model/broadcast.ts';
import { epochOf } from '../../values/instants.ts';
import { shownOf } from '../documents.ts';
import { namedMedia, resolveLink } from '../links/content-links.ts';
import { absoluteUrl, entityPath, localePath, mediaPath } from '../links/urls.ts';
import { newestFirst } from '../pages/articles.ts';
import { pageOf, pictureOf, publishedAt, textOf, titleIn } from '../parts/page-fields.ts';
import { scopeOf } from '../scope.ts';
import type { Site } from '../site.ts';
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
  readonly html: string;
}

interface Place {
  readonly siteUrl: string;
  readonly locale: Locale;
}

const ENTRIES = 30;

export function feedEntries(site: Site, place: Place, tools: FileTools): readonly FeedEntry[] {
  const fed = site.kinds.filter(({ page }) => page?.feed);
  const entities = newestFirst(fed.flatMap((kind) => shownOf(site, kind))).slice(0, ENTRIES);
  return entities.map((entity) => feedEntry(entity, site, place, tools));
}

function feedEntry(entity: Entity, site: Site, { siteUrl, locale }: Place, tools: FileTools): FeedEntry {
  const scope = scopeOf(site, { locale, page: entityPath(entity) });
  const url = absoluteUrl(siteUrl, localePath(entityPath(entity), locale, site.locales));
  const title = titleIn(entity, scope);
  const picture = pictureOf(entity, scope);
  const written = publishedAt(entity);
  const published = written === undefined ? undefined : epochOf(written);
  const revised = site.revision(entity.address)?.modified;
  const resolve = (to: string, use: 'link' | 'image'): string | undefined => {
    const media = namedMedia(to);
    if (use === 'image') return media === undefined ? undefined : absoluteUrl(siteUrl, mediaPath(media));
    const link = resolveLink(to, scope, entity.address);
    return link === undefined || !URL.canParse(link, url) ? undefined : new URL(link, url).href;
  };
  return {
    url,
    title: title.text,
    lang: scope.localised(entity).langOf(pageOf(entity).title),
    published,
    // A revision before the time of publication was never seen in the old form.
    ...(revised !== undefined && { updated: Math.max(revised, published ?? revised) }),
    ...(picture?.source.type === 'local' && { picture: absoluteUrl(siteUrl, mediaPath(picture.source.name)) }),
    html: tools.html(textOf(entity, scope)?.text ?? '', resolve) ?? '',
  };
}
