import { feedsOf } from '../../src/site/feeds.ts';
import { pagesOf } from '../../src/site/pages.ts';
import { openSite, type Site, type SiteInput } from '../../src/site/site.ts';
import { check } from '../model/harbour.ts';
import { viewOf } from './view-of.ts';

type Texts = Readonly<Record<string, string | Uint8Array>>;
type Options = Partial<Omit<SiteInput, 'broadcast' | 'now'>> & { readonly now?: string };

/** A site with these files, as of 1 June 2027 by default. */
export function siteOf(texts: Texts, { now = '2027-06-01T12:00:00Z', ...options }: Options = {}): Site {
  return openSite({ broadcast: check(texts).broadcast, now: Date.parse(now), ...options });
}

export const event = (start: string, end: string, more = ''): string =>
  `title: ${start}\nstart_time: ${start}\nend_time: ${end}\n${more}`;

/** What a page shows. */
export const viewAt = (site: Site, path: string, locale = 'en'): ReturnType<typeof viewOf> =>
  viewOf(
    site,
    pagesOf(site).pages.find(({ page }) => page === path)!,
    locale,
  );

/** The files beside the pages, by path. Texts stay as they are written, and pictures have no small version. */
export const filesOf = (site: Site): ReadonlyMap<string, string> =>
  new Map(
    feedsOf(site, pagesOf(site).pages).map(({ path, compose }) => [
      path,
      compose(site, { html: (text) => text, thumbnail: () => undefined }),
    ]),
  );
