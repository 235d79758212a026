import { absoluteUrl, localePath } from '../links/urls.ts';
import type { SitePage } from '../site-page.ts';
import { mayIndex } from '../seo-defaults.ts';
import type { Site } from '../site.ts';
import { utc } from './atom.ts';
import { lastModified } from './last-modified.ts';
import { xmlText } from './xml.ts';

/** The pages that search engines may list, each with its other languages. */
export function sitemap(site: Site, siteUrl: string, pages: readonly SitePage[]): string {
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
  if (isOpen && site.url !== undefined) lines.push('', `Sitemap: ${absoluteUrl(site.url, '/sitemap.xml')}`);
  return `${lines.join('\n')}\n`;
}
