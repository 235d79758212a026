/** The broadcast's own names and titles, in the language of a page. */
import { onceEach } from '../../values/once-each.ts';
import { tilesOf } from '../../kinds/broadcast.ts';
import type { Locale } from '../../kinds/shapes/primitives.ts';
import type { Tile } from '../../kinds/shapes/tile.ts';
import type { NativeScreen } from '../links/urls.ts';
import { oncePerSite } from '../once-per-site.ts';
import type { Scope } from '../scope.ts';
import { textIn, type Text } from './localise.ts';
import { typeset } from './typography.ts';

/** The name of the site. Without a broadcast.yaml it is the site's address, or else the title of the home screen. */
export function siteName({ site, strings }: Scope): string {
  if (site.root.name !== '') return site.root.name;
  return site.url === undefined ? strings.screens.home : hostNameOf(site.url);
}

/** Every page asks for it, and parsing an address takes long. */
const hostNameOf = onceEach((url: string) => new URL(url).host);

/** A title in the broadcast's bars or menu: translated if `$words` has a translation, else marked with its language. */
export function ownWords(own: string, scope: Pick<Scope, 'site' | 'locale'>): Text {
  const { site, locale } = scope;
  const lang = foreign(scope);
  const words = site.words[locale];
  if (lang !== undefined && words && Object.hasOwn(words, own)) return { text: typeset(words[own]!, locale) };
  return textIn(typeset(own, lang ?? locale), lang);
}

/** The language of the broadcast's own titles, if it differs from the page's. */
export function foreign({ site, locale }: Pick<Scope, 'site' | 'locale'>): Locale | undefined {
  const written = site.root.home?.defaultLocale ?? site.locales[0]!;
  return written === locale ? undefined : written;
}

/** The title of a screen is that of the broadcast's tile for it, if the tile has one in the page's language. */
export const screenTitle = (screen: NativeScreen, { site, locale }: Scope): Text => screenTitles(site, locale)[screen];

/** Every page of a document has the title of its list. */
const screenTitles = oncePerSite((site, locale: Locale): Readonly<Record<NativeScreen, Text>> => {
  const tiles = tilesOf(site.root);
  const titleOf = ([screen, text]: [string, string]): readonly [string, Text] => {
    const own = tiles.find((tile) => opens(tile, screen))?.title;
    const named = own && ownWords(own, { site, locale });
    return [screen, named && named.lang === undefined ? named : { text }];
  };
  return Object.fromEntries(Object.entries(site.strings(locale).screens).map(titleOf)) as Record<NativeScreen, Text>;
});

/** A tile with a query opens a part of the screen, and its title names that part. */
const opens = ({ navigator }: Tile, screen: string): boolean => navigator?.nativeContent === screen && !navigator.query;
