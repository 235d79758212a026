/** Metadata of a page for search engines and other sites. */
import type { Locale } from '../kinds/shapes/primitives.ts';
import type { Diffuser } from '../kinds/diffuser.ts';
import { plainText } from '../markdown/plain-text.ts';
import { localise } from './text/localise.ts';
import type { MediaView } from './parts/media.ts';
import type { Scope } from './scope.ts';
import { siteName } from './text/titles.ts';
import type { Site } from './site.ts';
import { absoluteUrl, localePath } from './links/urls.ts';

export interface Seo {
  readonly title: string;
  readonly description?: string;
  readonly indexing: boolean;
  readonly canonical?: string;
  readonly alternates: readonly { readonly hreflang: Locale | 'x-default'; readonly href: string }[];
  readonly siteName: string;
  readonly ogType: 'website' | 'article';
  readonly image?: MediaView;
}

interface Described {
  readonly title: string;
  /** As plain text. */
  readonly description?: string | undefined;
  readonly image?: MediaView | undefined;
  readonly ogType?: Seo['ogType'];
  /** True for pages that are not useful in search results. */
  readonly unlisted?: boolean | undefined;
}

export function seoOf(
  scope: Scope,
  { title, description, image, ogType = 'website', unlisted = false }: Described,
): Seo {
  const { site, page, path, locale } = scope;
  const defaults = seoDefaults(site, locale);
  const { shortDescription } = site.root;
  const name = siteName(scope);
  const isHome = page === '/';
  const shown = description || plainText(defaults?.metaDescription ?? shortDescription ?? '');
  const indexing = mayIndex(site, locale) && !unlisted;
  return {
    title: isHome ? (defaults?.title ?? name) : titled(title, name),
    ...(shown !== '' && { description: shown }),
    indexing,
    ...(site.url !== undefined && { canonical: absoluteUrl(site.url, path) }),
    alternates: indexing ? alternates(site, page) : [],
    siteName: name,
    ogType,
    ...(image && { image }),
  };
}

/** Search results cut titles at about this length, so a longer title goes without the site's name. */
const LONGEST_TITLE = 60;

function titled(title: string, name: string): string {
  const both = `${title} · ${name}`;
  return both.length > LONGEST_TITLE ? title : both;
}

export const mayIndex = (site: Site, locale: Locale): boolean =>
  !site.isPrivate && seoDefaults(site, locale)?.indexing !== false;

function seoDefaults(site: Site, locale: Locale): Diffuser['seo'] {
  const web = site.of('diffuser').find(({ fields }) => fields.type === 'web');
  if (!web) return undefined;
  // Merged one level deeper than other translations: a language may translate only a part of `seo`.
  return { ...web.fields.seo, ...localise(web, { locale, locales: site.locales }).fields.seo };
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
