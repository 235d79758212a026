/**
 * The paths of the site's pages, relative to the root of a language. Each path starts with `/`, and that of a page ends
 * with it.
 */
import type { Address } from '../content/document.ts';
import type { Kind } from '../kinds/kind.ts';
import { NATIVE_SCREENS } from '../kinds/shapes/navigator.ts';
import type { Locale } from '../kinds/shapes/primitives.ts';
import type { Entity } from './broadcast.ts';

export type NativeScreen = (typeof NATIVE_SCREENS)[number];

export const PROGRAMME_BY_PLACE = '/program/places/';
export const PROGRAMME_CHANGES = '/program/changes/';
export const PROGRAMME_BY_CATEGORY = '/program/categories/';
export const PROGRAMME_GRID = '/program/grid/';
export const PLACES = '/places/';
export const EMBED = '/embed/program/';
export const GALLERY = '/gallery/';
export const PAPER = '/print/';
export const BOOKLETS = { a5: '/print/booklet/', a4: '/print/booklet/a4/' } as const;
export const SIGNS = '/print/signs/';
export const KIOSKS = '/kiosk/';
export const posterPath = (day: string): string => `/print/poster/${day}/`;
export const NOT_FOUND = '/404.html';

/** `localTicket` is `/local-ticket/`; home is the root itself. */
export const screenPath = (screen: NativeScreen): string => (screen === 'home' ? '/' : `/${kebab(screen)}/`);

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The folder of the pages of a kind; undefined if it has none. */
export const pageFolder = ({ page, folder }: Kind): string | undefined => page && (page.path ?? folder);

/** The path of a kind's own list. */
export const listPath = (kind: Kind): string | undefined =>
  typeof kind.page?.list === 'object' ? `/${pageFolder(kind)}/` : undefined;

/** The folder and the slug, or what replaces each of them. */
export function pageAddress(kind: Kind, address: Address, slug: string | undefined): string {
  const named = slug === undefined ? address : address.slice(0, address.lastIndexOf('/') + 1) + slug;
  return kind.page?.path === undefined ? named : kind.page.path + named.slice(named.indexOf('/'));
}

/** True for the site address of a page after the first in the list of articles. */
export const isArticleListPage = (address: string): boolean => /^articles\/page\/(?!1$)[1-9]\d*$/.test(address);

type Addressed = Pick<Entity, 'address' | 'local' | 'document'>;

export const siteAddress = ({ address, local, document }: Addressed): string =>
  pageAddress(document.declaration, address, local.slug);

export const entityPath = (entity: Addressed): string => `/${siteAddress(entity)}/`;

/** The first locale is at the root; each other locale has a folder. */
export function localePath(path: string, locale: Locale, locales: readonly Locale[]): string {
  return locale === locales[0] ? path : `/${locale}${path}`;
}

/** True if a path contains the language, like `/en/program/`. */
export const namesLocale = (path: string, locales: readonly Locale[]): boolean =>
  locales.slice(1).some((locale) => path === `/${locale}` || path.startsWith(`/${locale}/`));

/** A page may be named with or without the final slash. */
export const asPagePath = (path: string): string => (/\/$|\.[a-z0-9]+$/i.test(path) ? path : `${path}/`);

/** Pages and files that every site has, regardless of its content. */
export const STANDARD_PATHS: ReadonlySet<string> = new Set([
  ...NATIVE_SCREENS.map(screenPath),
  PROGRAMME_BY_PLACE,
  PROGRAMME_CHANGES,
  PROGRAMME_BY_CATEGORY,
  PROGRAMME_GRID,
  PLACES,
  EMBED,
  GALLERY,
  PAPER,
  BOOKLETS.a5,
  BOOKLETS.a4,
  SIGNS,
  KIOSKS,
  NOT_FOUND,
  '/feed.xml',
  '/feed.json',
  '/calendar.ics',
  '/schedule.json',
  '/schedule.xml',
  '/search.json',
  '/manifest.webmanifest',
  '/sitemap.xml',
  '/robots.txt',
]);

/** The destination of a link to a document: its page, or what replaces one. */
export function destinationOf(entity: Entity): { readonly url: string } | { readonly path: string } {
  return insteadOfPage(entity) ?? { path: entityPath(entity) };
}

/** True if a document has its own page: its kind has pages, and it is not a link to something else. */
export const hasPage = (entity: Entity): boolean =>
  entity.document.declaration.page !== undefined && insteadOfPage(entity) === undefined;

function insteadOfPage({
  document: { declaration },
  fields,
}: Entity): { readonly url: string } | { readonly path: string } | undefined {
  const instead = declaration.page?.instead;
  const [url, screen] = instead ? [fields[instead.url], fields[instead.screen]] : [];
  if (typeof url === 'string' && url !== '') return { url };
  return typeof screen === 'string' ? { path: screenPath(screen as NativeScreen) } : undefined;
}
