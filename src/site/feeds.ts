/** The files beside the pages: feeds, calendars, search index, sitemap, robots.txt. */
import { atomFeed } from './feeds/atom.ts';
import { calendarFile } from './feeds/calendar.ts';
import { searchIndex } from './feeds/search-index.ts';
import { robots, sitemap } from './feeds/sitemap.ts';
import type { SitePage } from './pages.ts';
import { mayIndex } from './seo.ts';
import type { Site } from './site.ts';
import { calendarPath, entityPath, localePath } from './urls.ts';

export interface SiteFile {
  readonly path: string;
  readonly text: string;
}

export function feedsOf(site: Site, pages: readonly SitePage[]): readonly SiteFile[] {
  const { url, locales } = site;
  const inEach = locales.flatMap((locale) => {
    const at = (path: string): string => localePath(path, locale, locales);
    return [
      { path: at('/search.json'), text: searchIndex(site, locale) },
      { path: at('/calendar.ics'), text: calendarFile(site.programme, site, locale) },
      ...site.programme.map((slot) => ({
        path: at(calendarPath(entityPath(slot.entity))),
        text: calendarFile([slot], site, locale),
      })),
      ...(url !== undefined && mayIndex(site, locale)
        ? [{ path: at('/feed.xml'), text: atomFeed(site, url, locale) }]
        : []),
    ];
  });
  const isListed = url !== undefined && locales.some((locale) => mayIndex(site, locale));
  return [
    ...inEach,
    ...(isListed ? [{ path: '/sitemap.xml', text: sitemap(site, url, pages) }] : []),
    { path: '/robots.txt', text: robots(site) },
  ];
}
