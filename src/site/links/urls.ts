/**
 * Every address on the site. A *path* is relative to the site's root; it starts and, for a page, ends with `/`. A *link*
 * is relative to another page, so that the site works in any folder of `site.url`.
 */
import { screenPath } from '../../model/site-paths.ts';

export {
  entityPath,
  GALLERY,
  localePath,
  NOT_FOUND,
  PLACES,
  PROGRAMME_BY_PLACE,
  screenPath,
  type NativeScreen,
} from '../../model/site-paths.ts';

/** Shown instead of a page that is not stored on the device. */
export const OFFLINE = '/offline/';

/** The calendar file of a programme entry is next to its page. */
export const calendarPath = (pagePath: string): string => `${pagePath}calendar.ics`;

export const articleListPath = (number: number): string =>
  number === 1 ? screenPath('articles') : `${screenPath('articles')}page/${number}/`;

/** The link from one path to another, for files and pages. A `#fragment` is kept. */
export function relativeLink(from: string, to: string): string {
  const [target = '', fragment] = to.split('#');
  const hash = fragment === undefined ? '' : `#${fragment}`;
  if (target === '' || (target === from && hash !== '')) return hash;
  const shared = sharedFolders(from, target);
  const link = `${'../'.repeat(count('/', from, shared))}${target.slice(shared)}`;
  return `${link === '' ? './' : link}${hash}`;
}

/** The length of the folder prefix that two paths have in common. */
function sharedFolders(one: string, other: string): number {
  let end = 0;
  for (let at = 0; at < one.length && one[at] === other[at]; at++) if (one[at] === '/') end = at + 1;
  return end;
}

function count(character: string, text: string, from: number): number {
  let found = 0;
  for (let at = text.indexOf(character, from); at !== -1; at = text.indexOf(character, at + 1)) found++;
  return found;
}

/** The folder in which the site is published on its host: `/` or `/2027/`. */
export function basePath(siteUrl: string | undefined): string {
  if (siteUrl === undefined) return '/';
  return `${new URL(siteUrl).pathname.replace(/\/+$/, '')}/`;
}

export const absoluteUrl = (siteUrl: string, path: string): string => `${siteUrl.replace(/\/+$/, '')}${path}`;

/** The file with a page's HTML. */
export const pageFile = (path: string): string => (path.endsWith('/') ? `${path.slice(1)}index.html` : path.slice(1));
