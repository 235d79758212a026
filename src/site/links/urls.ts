/**
 * Every address on the site. A *path* is relative to the site's root; it starts and, for a page, ends with `/`. A *link*
 * is relative to another page, so that the site works in any folder of `site.url`.
 */
import { EMBED, PROGRAMME_BY_CATEGORY, PROGRAMME_CHANGES, screenPath } from '../../model/site-paths.ts';

export {
  EMBED,
  BOOKLETS,
  entityPath,
  GALLERY,
  KIOSKS,
  localePath,
  namesLocale,
  NOT_FOUND,
  PAPER,
  PLACES,
  posterPath,
  PROGRAMME_BY_CATEGORY,
  PROGRAMME_BY_PLACE,
  PROGRAMME_CHANGES,
  PROGRAMME_GRID,
  screenPath,
  SIGNS,
  type NativeScreen,
} from '../../model/site-paths.ts';

/** Shown instead of a page that is not stored on the device. */
export const OFFLINE = '/offline/';

/** The views of the programme. */
export type ProgrammeView = 'day' | 'grid' | 'place' | 'category';

/** The calendar file of a programme entry, a place or a category is next to its page. */
export const calendarPath = (pagePath: string): string => `${pagePath}calendar.ics`;

/** The feed of the changes to the programme. */
export const CHANGES_FEED = `${PROGRAMME_CHANGES}feed.xml`;

/** The programme for frames of other websites: whole, or one day of it. */
export const embedPath = (day?: string): string => (day === undefined ? EMBED : `${EMBED}${day}/`);

/** The page of a day of a large programme. */
export const dayPath = (day: string): string => `${screenPath('program')}${day}/`;

/** A category that is written as plain text has this path too. */
export const categoryPath = (key: string): string => `${PROGRAMME_BY_CATEGORY}${key}/`;

/** The address with which calendar applications subscribe to a file instead of importing it once. */
export const webcalUrl = (siteUrl: string, path: string): string =>
  absoluteUrl(siteUrl, path).replace(/^https?:/, 'webcal:');

export const articleListPath = (number: number): string =>
  number === 1 ? screenPath('articles') : `${screenPath('articles')}page/${number}/`;

/** The link from one path to another, for files and pages. A `#fragment` is kept. */
export function relativeLink(from: string, to: string): string {
  if (!to.includes('#')) return to === '' ? '' : linkTo(from, to);
  const [target = '', fragment] = to.split('#');
  const hash = `#${fragment}`;
  return target === '' || target === from ? hash : linkTo(from, target) + hash;
}

function linkTo(from: string, target: string): string {
  const shared = sharedFolders(from, target);
  const link = `${'../'.repeat(count('/', from, shared))}${target.slice(shared)}`;
  return link === '' ? './' : link;
}

const SLASH = 0x2f;

/** The length of the folder prefix that two paths have in common. */
function sharedFolders(one: string, other: string): number {
  let end = 0;
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at++) {
    const code = one.charCodeAt(at);
    if (code !== other.charCodeAt(at)) break;
    if (code === SLASH) end = at + 1;
  }
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

/** The published file of a name such as `media/bridge.jpg`. Names are those that their authors gave them. */
export const mediaPath = (name: string): string => `/${name.split('/').map(encodeURIComponent).join('/')}`;

export const absoluteUrl = (siteUrl: string, path: string): string => `${siteUrl.replace(/\/+$/, '')}${path}`;

/** The file with a page's HTML. */
export const pageFile = (path: string): string => (path.endsWith('/') ? `${path.slice(1)}index.html` : path.slice(1));
