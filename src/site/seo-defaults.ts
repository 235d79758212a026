/** The settings of the web diffuser for all pages, and whether search engines may list them. */
import type { Diffuser } from '../kinds/diffuser.ts';
import type { Locale } from '../kinds/shapes/primitives.ts';
import type { Site } from './site.ts';
import { localise } from './text/localise.ts';

export const mayIndex = (site: Site, locale: Locale): boolean =>
  !site.isPrivate && seoDefaults(site, locale)?.indexing !== false;

/** Feeds have absolute URLs. A site that search engines must not list has none either. */
export const hasFeeds = (site: Site, locale: Locale): boolean => site.url !== undefined && mayIndex(site, locale);

export function seoDefaults(site: Site, locale: Locale): Diffuser['seo'] {
  const web = site.of('diffuser').find(({ fields }) => fields.type === 'web');
  if (!web) return undefined;
  // Merged one level deeper than other translations: a language may translate only a part of `seo`.
  return { ...web.fields.seo, ...localise(web, { locale, locales: site.locales }).fields.seo };
}
