/** The paths of the site's pages: each starts and, for a page, ends with `/`, counted from the root of a language's tree. */
import type { KindName } from '../kinds/registry.ts';
import { NATIVE_SCREENS } from '../kinds/shapes/navigator.ts';
import type { Locale } from '../kinds/shapes/primitives.ts';
import type { Entity } from './broadcast.ts';

export type NativeScreen = (typeof NATIVE_SCREENS)[number];

/** The kinds whose documents have a page each. */
export const PAGED_KINDS: readonly KindName[] = [
  'event',
  'session',
  'host',
  'article',
  'page',
  'place',
  'interestPoint',
  'map',
];

export const PROGRAMME_BY_PLACE = '/program/places/';
export const PLACES = '/places/';
export const GALLERY = '/gallery/';
export const NOT_FOUND = '/404.html';

/** `localTicket` is `/local-ticket/`; home is the root itself. */
export function screenPath(screen: NativeScreen): string {
  return screen === 'home' ? '/' : `/${kebab(screen)}/`;
}

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

type Addressed = Pick<Entity, 'address' | 'local'>;

/** The folder and the slug, or what replaces the slug. */
export function siteAddress({ address, local }: Addressed): string {
  return local.slug === undefined ? address : address.slice(0, address.lastIndexOf('/') + 1) + local.slug;
}

export const entityPath = (entity: Addressed): string => `/${siteAddress(entity)}/`;

/** The first locale's tree is the root; each other has a folder. */
export function localePath(path: string, locale: Locale, locales: readonly Locale[]): string {
  return locale === locales[0] ? path : `/${locale}${path}`;
}

/** Whether a path names the language itself, as `/en/program/` does. */
export const namesLocale = (path: string, locales: readonly Locale[]): boolean =>
  locales.slice(1).some((locale) => path === `/${locale}` || path.startsWith(`/${locale}/`));

/** A page is meant with and without its last slash. */
export const asPagePath = (path: string): string => (/\/$|\.[a-z0-9]+$/i.test(path) ? path : `${path}/`);

/** Pages and files that every site has, whatever its content. */
export const STANDARD_PATHS: ReadonlySet<string> = new Set([
  ...NATIVE_SCREENS.map(screenPath),
  PROGRAMME_BY_PLACE,
  PLACES,
  GALLERY,
  NOT_FOUND,
  '/feed.xml',
  '/calendar.ics',
  '/search.json',
  '/sitemap.xml',
  '/robots.txt',
]);

/** Where a link to a document leads: a page with `url` is a link to it, and one with `nativeContent` is that screen. */
export function destinationOf(entity: Entity): { readonly url: string } | { readonly path: string } {
  const { url, nativeContent } = entity.kind === 'page' ? entity.fields : {};
  if (typeof url === 'string' && url !== '') return { url };
  if (typeof nativeContent === 'string') return { path: screenPath(nativeContent as NativeScreen) };
  return { path: entityPath(entity) };
}
