/** The files beside the pages: feeds, calendars, search index, sitemap, robots.txt. */
import { atomFeed } from './feeds/atom.ts';
import { calendarFile } from './feeds/calendar.ts';
import { searchFiles, type Thumbnail } from './feeds/search.ts';
import { robots, sitemap } from './feeds/sitemap.ts';
import type { OfflineRole } from './offline-role.ts';
import type { SitePage } from './pages.ts';
import { mayIndex } from './seo.ts';
import type { Site } from './site.ts';
import { calendarPath, entityPath, localePath } from './links/urls.ts';

export interface SiteFile {
  readonly path: string;
  /** The values that the list of files passes to it; it asks the site for everything else. */
  readonly about: readonly unknown[];
  /** How a worker keeps it; absent if it does not. */
  readonly offline?: OfflineRole;
  readonly compose: (site: Site, thumbnail: Thumbnail) => string;
}

export function feedsOf(site: Site, pages: readonly SitePage[]): readonly SiteFile[] {
  const { url, locales } = site;
  const found = searchFiles(site);
  const inEach = locales.flatMap((locale): readonly SiteFile[] => {
    const file = (path: string, about: SiteFile['about'], compose: SiteFile['compose']): SiteFile => ({
      path: localePath(path, locale, locales),
      about,
      compose,
    });
    return [
      ...found.map(({ path, compose }) => ({
        ...file(path, [], (from, thumbnail) => compose(from, locale, thumbnail)),
        // The parts of a large index are as many as there are events.
        offline: found.length === 1 ? ('core' as const) : ('event' as const),
      })),
      file('/calendar.ics', [], (from) => calendarFile(from.programme, from, locale)),
      ...site.programme.map((slot) =>
        file(calendarPath(entityPath(slot.entity)), [slot], (from) => calendarFile([slot], from, locale)),
      ),
      ...(url !== undefined && mayIndex(site, locale)
        ? [file('/feed.xml', [], (from) => atomFeed(from, url, locale))]
        : []),
    ];
  });
  const listed = pages.filter(({ unlisted }) => !unlisted).map(({ page }) => page);
  const hasSitemap = url !== undefined && locales.some((locale) => mayIndex(site, locale));
  return [
    ...inEach,
    ...(hasSitemap
      ? [{ path: '/sitemap.xml', about: listed, compose: (from: Site) => sitemap(from, url, listed) }]
      : []),
    { path: '/robots.txt', about: [], compose: robots },
  ];
}
