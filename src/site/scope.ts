/** The context of the page that is being composed: its language, its address, and links relative to it. */
import type { Locale } from '../kinds/shapes/primitives.ts';
import type { Entity } from '../model/broadcast.ts';
import { datesFor, type Dates } from './text/dates.ts';
import { localise, type AnyEntity, type Localised } from './text/localise.ts';
import type { Site } from './site.ts';
import type { Strings } from './strings.ts';
import { absoluteUrl, basePath, localePath, relativeLink } from './links/urls.ts';

export interface Scope {
  readonly site: Site;
  readonly locale: Locale;
  readonly strings: Strings;
  readonly dates: Dates;
  /** The page's path in its language's tree, such as `/program/`. */
  readonly page: string;
  /** The page's path from the root of the site, such as `/en/program/`. */
  readonly path: string;
  /** A link to a page or a file in the same language. */
  link(path: string): string;
  /** Its absolute URL; only its path if the site has no URL. */
  url(path: string): string;
  /** A link to a file, or to a page in another language, by its path from the root. */
  rootLink(path: string): string;
  localised<E extends AnyEntity>(entity: E): Localised<E['fields']>;
  /** The documents of which something was read in this language so far. */
  documents(): readonly Entity[];
}

interface PageAddress {
  readonly locale: Locale;
  readonly page: string;
  /** A page that is served at any address, such as the 404 page, cannot have relative links. */
  readonly anywhere?: boolean | undefined;
}

export function scopeOf(site: Site, { locale, page, anywhere = false }: PageAddress): Scope {
  const { locales, timezone } = site;
  const localised = new Map<AnyEntity, Localised<object>>();
  const path = localePath(page, locale, locales);
  const rootLink = anywhere
    ? (to: string): string => basePath(site.url) + to.slice(1)
    : (to: string): string => relativeLink(path, to);
  return {
    site,
    locale,
    strings: site.strings(locale),
    dates: datesFor(locale, timezone),
    page,
    path,
    rootLink,
    link: (to) => (to.startsWith('#') ? to : rootLink(localePath(to, locale, locales))),
    url: (to) => {
      const own = localePath(to, locale, locales);
      return site.url === undefined ? own : absoluteUrl(site.url, own);
    },
    localised(entity) {
      // A page reads a document several times: its title, its text and its picture.
      let found = localised.get(entity);
      if (!found) localised.set(entity, (found = localise(entity, { locale, locales })));
      return found;
    },
    documents: () => [...localised.keys()].filter((each): each is Entity => 'document' in each),
  };
}
