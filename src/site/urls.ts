/**
 * Every address of the site. A *path* starts and, for a page, ends with `/`, counted from the site's root; a *link* is a
 * path as seen from another page, always relative, so that the site works under any folder of `site.url`.
 */
import type { Entity } from '../model/broadcast.ts';
import { siteAddress } from '../model/rules/broadcast/identities.ts';
import type { NATIVE_SCREENS } from '../kinds/shapes/navigator.ts';
import type { Locale } from '../kinds/shapes/primitives.ts';

export type NativeScreen = (typeof NATIVE_SCREENS)[number];

/** `localTicket` is `/local-ticket/`; home is the root itself. */
export function screenPath(screen: NativeScreen): string {
  return screen === 'home' ? '/' : `/${kebab(screen)}/`;
}

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export const entityPath = (entity: Pick<Entity, 'address' | 'local'>): string => `/${siteAddress(entity as Entity)}/`;

/** The calendar file of one entry of the programme lies beside its page. */
export const calendarPath = (pagePath: string): string => `${pagePath}calendar.ics`;

export const articleListPath = (number: number): string =>
  number === 1 ? screenPath('articles') : `${screenPath('articles')}page/${number}/`;

export const PROGRAMME_BY_PLACE = '/program/places/';
export const PLACES = '/places/';
export const GALLERY = '/gallery/';
export const NOT_FOUND = '/404.html';

/** The first locale's tree is the root; each other has a folder. */
export function localePath(path: string, locale: Locale, locales: readonly Locale[]): string {
  return locale === locales[0] ? path : `/${locale}${path}`;
}

/** From one path to another. Files and pages alike; a `#fragment` stays. */
export function relativeLink(from: string, to: string): string {
  const [target = '', fragment] = to.split('#');
  const hash = fragment === undefined ? '' : `#${fragment}`;
  if (target === '' || (target === from && hash !== '')) return hash;
  const shared = sharedFolders(from, target);
  const link = `${'../'.repeat(count('/', from, shared))}${target.slice(shared)}`;
  return `${link === '' ? './' : link}${hash}`;
}

/** How many characters the folders that two paths have in common take. */
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

/** The folder of the host under which the site is published: `/` or `/2027/`. */
export function basePath(siteUrl: string | undefined): string {
  if (siteUrl === undefined) return '/';
  return `${new URL(siteUrl).pathname.replace(/\/+$/, '')}/`;
}

export const absoluteUrl = (siteUrl: string, path: string): string => `${siteUrl.replace(/\/+$/, '')}${path}`;

/** Where a page's HTML is written. */
export const pageFile = (path: string): string => (path.endsWith('/') ? `${path.slice(1)}index.html` : path.slice(1));
