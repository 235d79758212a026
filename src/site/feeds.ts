/** The files beside the pages: feeds, calendars, search index, sitemap, robots.txt. */
import type { Locale } from '../kinds/shapes/primitives.ts';
import { calendarFile, calendarsOf } from './feeds/calendar.ts';
import { changesFeed, NEWS, type FileTools } from './feeds/news.ts';
import { dayFile, dayFilePath, FAVOURITES_DATA, favouritesData } from './feeds/programme-data.ts';
import { hasSchedule, SCHEDULES } from './feeds/schedule.ts';
import { searchFiles } from './feeds/search.ts';
import { robots, sitemapFiles } from './feeds/sitemap.ts';
import { entryData, entryParts } from './feeds/entry-data.ts';
import { DATA_RANK, type OfflineRank } from './offline-role.ts';
import type { SitePage } from './pages/view.ts';
import { byDay } from './programme.ts';
import { hasFeeds, mayIndex } from './seo-defaults.ts';
import type { Site } from './site.ts';
import { CHANGES_FEED, localePath } from './links/urls.ts';

export interface SiteFile {
  readonly path: string;
  /** How a worker keeps it; absent if it does not. */
  readonly offline?: OfflineRank;
  readonly compose: (site: Site, tools: FileTools) => string;
}

/** A file in the tree of each language. */
interface LanguageFile extends Pick<SiteFile, 'path' | 'offline'> {
  readonly compose: (site: Site, locale: Locale, tools: FileTools) => string;
}

export function feedsOf(site: Site, pages: readonly SitePage[]): readonly SiteFile[] {
  const { url, locales } = site;
  const found = searchFiles(site).map(({ compose, ...file }): LanguageFile => ({
    ...file,
    compose: (from, locale, { thumbnail }) => compose(from, locale, thumbnail),
  }));
  const calendars = calendarsOf(site).map((calendar): LanguageFile => ({
    path: calendar.path,
    compose: (from, locale) => calendarFile(from, { ...calendar, locale }),
  }));
  const days = [...byDay(site.programme)].map(([day, slots]): LanguageFile => ({
    path: dayFilePath(day),
    compose: (from, locale) => dayFile(slots, from, locale),
  }));
  const entries = (site.settings.offline ? entryParts(site) : []).map(({ path, slots }): LanguageFile => ({
    path,
    offline: DATA_RANK,
    compose: (from, locale) => entryData(slots, from, locale),
  }));
  const filesIn = (locale: Locale): readonly LanguageFile[] => {
    const hasNews = hasFeeds(site, locale);
    return [
      ...found,
      { path: FAVOURITES_DATA, offline: DATA_RANK, compose: favouritesData },
      ...calendars,
      ...days,
      ...entries,
      ...(hasNews ? NEWS : []),
      ...(hasNews && site.changes ? [{ path: CHANGES_FEED, compose: changesFeed }] : []),
      ...(hasSchedule(site, locale) ? SCHEDULES : []),
    ];
  };
  const inEach = locales.flatMap((locale) =>
    filesIn(locale).map(({ path, offline, compose }): SiteFile => ({
      path: localePath(path, locale, locales),
      offline,
      compose: (from, tools) => compose(from, locale, tools),
    })),
  );
  const listed = pages.filter(({ unlisted }) => !unlisted);
  const hasSitemap = url !== undefined && locales.some((locale) => mayIndex(site, locale));
  return [...inEach, ...(hasSitemap ? sitemapFiles(site, url, listed) : []), { path: '/robots.txt', compose: robots }];
}
