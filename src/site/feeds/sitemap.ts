import { absoluteUrl, localePath } from '../links/urls.ts';
import { publishedAt } from '../parts/page-fields.ts';
import { mayIndex } from '../seo-defaults.ts';
import type { SitePage } from '../pages/view.ts';
import type { Site } from '../site.ts';
import { utc, xmlText } from './feed-notation.ts';

/** Search engines read neither more than 50,000 addresses in one file nor more than 50 MB, which is less in many languages. */
const MOST_IN_ONE_FILE = 40_000;

/** One file or, for a large site, one that lists its parts. */
export function sitemapFiles({ locales }: Pick<Site, 'locales'>, siteUrl: string, pages: readonly SitePage[]) {
  const together = Math.floor(MOST_IN_ONE_FILE / locales.length);
  const file = (path: string, listed: readonly SitePage[]) => ({
    path,
    compose: (site: Site) => sitemap(site, siteUrl, listed),
  });
  if (pages.length <= together) return [file(SITEMAP, pages)];
  const parts = Array.from({ length: Math.ceil(pages.length / together) }, (_, part) =>
    file(`/sitemap-${part + 1}.xml`, pages.slice(part * together, (part + 1) * together)),
  );
  const paths = parts.map(({ path }) => path);
  return [{ path: SITEMAP, compose: () => sitemapIndex(siteUrl, paths) }, ...parts];
}

const SITEMAP = '/sitemap.xml';

const sitemapIndex = (siteUrl: string, paths: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map((path) => `  <sitemap><loc>${xmlText(absoluteUrl(siteUrl, path))}</loc></sitemap>`),
    '</sitemapindex>\n',
  ].join('\n');

/** The pages that search engines may list, each with its other languages. */
function sitemap(site: Site, siteUrl: string, pages: readonly SitePage[]): string {
  const { locales } = site;
  const urlOf = (page: string, locale: (typeof locales)[number]): string =>
    xmlText(absoluteUrl(siteUrl, localePath(page, locale, locales)));
  const listed = pages.flatMap((each) => {
    const modified = lastModified(each, site);
    const lastmod = modified === undefined ? '' : `<lastmod>${utc(modified)}</lastmod>`;
    return locales.map((locale) => ({ page: each.page, locale, lastmod }));
  });
  const entries = listed
    .filter(({ locale }) => mayIndex(site, locale))
    .map(({ page, locale, lastmod }) => {
      const others =
        locales.length < 2
          ? ''
          : locales
              .map((each) => `<xhtml:link rel="alternate" hreflang="${each}" href="${urlOf(page, each)}"/>`)
              .join('');
      return `  <url><loc>${urlOf(page, locale)}</loc>${lastmod}${others}</url>`;
    });
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    '</urlset>\n',
  ].join('\n');
}

export function robots(site: Site): string {
  const isOpen = site.locales.some((locale) => mayIndex(site, locale));
  const lines = ['User-agent: *', isOpen ? 'Allow: /' : 'Disallow: /'];
  if (isOpen && site.url !== undefined) lines.push('', `Sitemap: ${absoluteUrl(site.url, SITEMAP)}`);
  return `${lines.join('\n')}\n`;
}

/**
 * When the content of a page last changed: its last commit, or its publication if that was later. A page without a
 * document shows others; its time is that of the last change anywhere. Undefined if nothing says so.
 */
function lastModified({ entity }: Pick<SitePage, 'entity'>, site: Site): number | undefined {
  if (!entity) return site.lastRevision;
  const document = site.entity(entity.address);
  const published = document && publishedAt(document);
  const revised = site.revision(entity.address)?.modified;
  return published === undefined || revised === undefined ? (published ?? revised) : Math.max(published, revised);
}
