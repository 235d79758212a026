/** Metadata of a page for search engines and other sites. */
import type { Locale } from '../kinds/shapes/primitives.ts';
import { plainText } from '../markdown/reading.ts';
import { descriptionOf, detailsOf } from './descriptions.ts';
import type { Composed } from './pages/view.ts';
import type { Entity } from '../model/broadcast.ts';
import type { Scope } from './scope.ts';
import type { Seo } from './seo-view.ts';
import { thingsOn } from './structured-data.ts';
import { excerpt } from './text/excerpt.ts';
import { siteName } from './text/titles.ts';
import type { Site } from './site.ts';
import { absoluteUrl, isForReaders, localePath, twinPath } from './links/urls.ts';
import { mayIndex, seoDefaults } from './seo-defaults.ts';

interface Described {
  readonly composed: Composed;
  /** The document that the page shows. */
  readonly entity?: Pick<Entity, 'address'> | undefined;
  /** True for pages that are not useful in search results. */
  readonly unlisted?: boolean | undefined;
}

export function seoOf(scope: Scope, { composed, entity, unlisted = false }: Described): Seo {
  const { title, subtitle, description, image, body } = composed;
  const { site, page, path, locale } = scope;
  const defaults = seoDefaults(site, locale);
  const name = siteName(scope);
  const isHome = page === '/';
  const ofSite = (): string =>
    plainText(defaults?.metaDescription ?? site.root.shortDescription ?? '') || excerpt(site.root.description ?? '');
  const ownName = entity && site.nameOf(entity.address, locale);
  const pageName = ownName ?? (subtitle === undefined ? title.text : `${title.text} · ${subtitle}`);
  const shown = isHome
    ? ofSite() || name
    : descriptionOf({ name: pageName, text: description, entity, body, otherwise: ofSite }, scope);
  const indexing = mayIndex(site, locale) && !unlisted;
  const seo = {
    title: isHome ? (defaults?.title ?? name) : titled(pageName, name),
    ...(shown !== '' && { description: shown }),
    indexing,
    ...(site.url !== undefined && { canonical: absoluteUrl(site.url, path) }),
    alternates: indexing ? alternates(site, page) : [],
    siteName: name,
    ogType: body.type === 'article' ? ('article' as const) : ('website' as const),
    ...(image && { image }),
    details: detailsOf(composed, entity, scope),
    mayBeShared: isForReaders(page) && !unlisted,
    ...(site.markdown && isForReaders(page) && { markdown: scope.rootLink(twinPath(path)) }),
    feeds: isHome || body.type === 'articles' ? feedsFrom(scope, name) : [],
  };
  return { ...seo, things: thingsOn({ scope, composed, entity, seo }) };
}

/** On home and the lists of articles. */
function feedsFrom({ site, locale, strings, rootLink }: Scope, name: string): Seo['feeds'] {
  if (site.url === undefined || !mayIndex(site, locale)) return [];
  const title = `${name} · ${strings.screens.articles}`;
  const hrefOf = (path: string): string => rootLink(localePath(path, locale, site.locales));
  return [
    { type: 'application/atom+xml', href: hrefOf('/feed.xml'), title },
    { type: 'application/feed+json', href: hrefOf('/feed.json'), title },
  ];
}

/** Search results cut titles at about this length, so a longer title goes without the site's name. */
const LONGEST_TITLE = 60;

function titled(title: string, name: string): string {
  const both = `${title} · ${name}`;
  return both.length > LONGEST_TITLE ? title : both;
}

/** Every page exists in every language, so all of them have the same set of alternates. */
function alternates({ url, locales }: Site, page: string): Seo['alternates'] {
  if (url === undefined || locales.length < 2) return [];
  const hrefOf = (locale: Locale): string => absoluteUrl(url, localePath(page, locale, locales));
  return [
    ...locales.map((locale) => ({ hreflang: locale, href: hrefOf(locale) })),
    { hreflang: 'x-default' as const, href: hrefOf(locales[0]!) },
  ];
}
