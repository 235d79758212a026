/** The files beside the pages: feeds, calendars, search index, sitemap, robots.txt. */
import { calendarFile, calendarsOf } from './feeds/calendar.ts';
import { atomFeed, changesFeed, jsonFeed, type FileTools } from './feeds/news.ts';
import { dayFile, dayFilePath, FAVOURITES_DATA, favouritesData } from './feeds/programme-data.ts';
import { hasSchedule, SCHEDULE } from './feeds/schedule.ts';
import { scheduleJson } from './feeds/schedule-json.ts';
import { scheduleXml } from './feeds/schedule-xml.ts';
import { searchFiles } from './feeds/search.ts';
import { robots, sitemapFiles } from './feeds/sitemap.ts';
import type { OfflineRole } from './offline-role.ts';
import type { SitePage } from './pages/view.ts';
import { byDay } from './programme.ts';
import { mayIndex } from './seo-defaults.ts';
import type { Site } from './site.ts';
import { CHANGES_FEED, localePath } from './links/urls.ts';
import { llmsText } from './markdown-pages/llms.ts';

export interface SiteFile {
  readonly path: string;
  /** The values that the list of files passes to it; it asks the site for everything else. */
  readonly about: readonly unknown[];
  /** How a worker keeps it; absent if it does not. */
  readonly offline?: OfflineRole | undefined;
  readonly compose: (site: Site, tools: FileTools) => string;
}

export function feedsOf(site: Site, pages: readonly SitePage[]): readonly SiteFile[] {
  const { url, locales } = site;
  const calendars = calendarsOf(site);
  const found = searchFiles(site);
  const inEach = locales.flatMap((locale): readonly SiteFile[] => {
    const file = (path: string, about: SiteFile['about'], compose: SiteFile['compose']): SiteFile => ({
      path: localePath(path, locale, locales),
      about,
      compose,
    });
    return [
      ...found.map(({ path, about = [], compose }) => ({
        ...file(path, about, (from, { thumbnail }) => compose(from, locale, thumbnail)),
        offline: 'index' as const,
      })),
      { ...file(FAVOURITES_DATA, [], (from) => favouritesData(from, locale)), offline: 'core' },
      ...calendars.map(({ path, slots, about }) => ({
        ...file(path, slots ?? [], (from) =>
          calendarFile(from, { slots: slots ?? from.programme, locale, path, ...(about && { about }) }),
        ),
        offline: 'calendar' as const,
      })),
      ...(site.settings.markdown && mayIndex(site, locale)
        ? [file('/llms.txt', [], (from) => llmsText(from, locale))]
        : []),
      ...[...byDay(site.programme)].map(([day, slots]) => ({
        ...file(dayFilePath(day), slots, (from) => dayFile(slots, from, locale)),
        offline: 'core' as const,
      })),
      ...(url !== undefined && mayIndex(site, locale)
        ? [
            file('/feed.xml', [], (from, tools) => atomFeed(from, locale, tools)),
            file('/feed.json', [], (from, tools) => jsonFeed(from, locale, tools)),
            ...(site.changes ? [file(CHANGES_FEED, [], (from) => changesFeed(from, locale))] : []),
          ]
        : []),
      ...(hasSchedule(site, locale)
        ? [
            file(SCHEDULE.json, [], (from) => scheduleJson(from, locale)),
            file(SCHEDULE.xml, [], (from) => scheduleXml(from, locale)),
          ]
        : []),
    ];
  });
  const listed = pages.filter(({ unlisted }) => !unlisted);
  const hasSitemap = url !== undefined && locales.some((locale) => mayIndex(site, locale));
  return [
    ...inEach,
    ...(hasSitemap ? sitemapFiles(site, url, listed) : []),
    { path: '/robots.txt', about: [], compose: robots },
  ];
}
