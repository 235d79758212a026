/** The frame of every page: app bar, bottom bar, menu and language switch. */
import type { KindName } from '../../kinds/registry.ts';
import type { Navigator } from '../../kinds/shapes/navigator.ts';
import type { Locale } from '../../kinds/shapes/primitives.ts';
import type { Icon, Tile } from '../../kinds/shapes/tile.ts';
import { languageName } from '../../values/language.ts';
import type { Text } from '../text/localise.ts';
import { screenAround } from '../lists.ts';
import { mediaView, type MediaView } from './media-view.ts';
import { internal, linkOf, titleOf, type Link } from '../links/navigator-links.ts';
import { ownWords, siteName } from '../text/titles.ts';
import type { Scope } from '../scope.ts';
import { localePath, NOT_FOUND, screenPath, type NativeScreen } from '../links/urls.ts';

export interface TileView {
  readonly title: Text;
  readonly icon?: Icon | undefined;
  /** Absent if its destination is hidden from visitors. */
  readonly link?: Link | undefined;
  /** True if the page belongs to its destination. */
  readonly around?: boolean | undefined;
}

export interface Frame {
  readonly name: string;
  readonly home: Link;
  readonly logo?: MediaView | undefined;
  /** In pixels. */
  readonly logoPadding?: number | undefined;
  readonly left?: TileView | undefined;
  readonly right?: TileView | undefined;
  readonly tabs: readonly TileView[];
  readonly tabStyle: string;
  readonly menu: readonly { readonly title?: Text; readonly tiles: readonly TileView[] }[];
  readonly menuLink: Link;
  readonly searchLink: Link;
  /** The file that a search loads first. */
  readonly searchIndex: string;
  readonly languages: readonly LanguageView[];
}

interface LanguageView {
  readonly locale: Locale;
  readonly name: string;
  readonly href: string;
  readonly current: boolean;
}

export function frameOf(scope: Scope): Frame {
  const { site } = scope;
  const { theme, appBar, bottomBar, menu } = site.root;
  return {
    name: siteName(scope),
    home: internal('/', scope),
    logo: mediaView(appBar?.logo ?? theme?.logo, scope),
    ...(appBar?.logoPadding != null && { logoPadding: appBar.logoPadding }),
    left: barButton(appBar?.leftNavigator, scope),
    right: barButton(appBar?.rightNavigator, scope),
    tabs: tabs(bottomBar, scope),
    tabStyle: bottomBar?.style ?? 'fixed',
    menu: (menu?.sections ?? []).map(({ title, tiles }) => ({
      ...(title && { title: ownWords(title, scope) }),
      tiles: (tiles ?? []).map((tile) => tileView(tile, scope)),
    })),
    menuLink: internal(screenPath('menu'), scope),
    searchLink: internal(screenPath('search'), scope),
    searchIndex: scope.link('/search.json'),
    languages: languages(scope),
  };
}

/** A tile without a translated title uses the translated title of its destination. */
export function tileView(tile: Tile, scope: Scope): TileView {
  const { title, icon, navigator } = tile;
  const own = title ? ownWords(title, scope) : undefined;
  const target = own && own.lang === undefined ? undefined : titleOf(navigator, scope);
  const translated = target && target.lang === undefined ? target : undefined;
  return {
    title: translated ?? own ?? target ?? { text: '' },
    icon: icon ?? undefined,
    link: linkOf(navigator, scope),
  };
}

const SCREEN_ICONS: { readonly [S in NativeScreen]?: string } = {
  menu: 'menu',
  search: 'search',
  profile: 'user',
  favorites: 'heart',
  maps: 'map',
  program: 'calendar-days',
  home: 'house',
  contact: 'message-circle',
};

function barButton(navigator: Navigator | null | undefined, scope: Scope): TileView | undefined {
  const link = linkOf(navigator, scope);
  if (!navigator || !link) return undefined;
  const icon = SCREEN_ICONS[navigator.nativeContent ?? 'home'] ?? 'arrow-right';
  return {
    title: titleOf(navigator, scope) ?? { text: link.href },
    icon: { family: 'lucide', type: navigator.nativeContent ? icon : 'arrow-right' },
    link,
  };
}

type BottomBar = NonNullable<Scope['site']['root']['bottomBar']>;

function tabs(bar: BottomBar | null | undefined, scope: Scope): readonly TileView[] {
  const given = [bar?.homeTile, bar?.firstTile, bar?.secondTile, bar?.thirdTile, bar?.fourthTile];
  const tiles = given.flatMap((tile) => (tile ? [tile] : []));
  const shown =
    tiles.length > 0 ? tiles : DEFAULT_TABS.filter(({ screen }) => hasContent(screen, scope)).map(screenTile);
  return shown.map((tile) => {
    const view = tileView(tile, scope);
    return isAround(tile, scope) ? { ...view, around: true } : view;
  });
}

const isAround = ({ navigator }: Tile, { page, site }: Scope): boolean => {
  const screen = screenAround(page, site);
  return screen !== undefined && navigator?.nativeContent === screen && page !== screenPath(screen);
};

/** The navigation of a broadcast without a bottom bar. */
const DEFAULT_TABS: readonly { readonly screen: NativeScreen; readonly icon: string }[] = [
  { screen: 'home', icon: 'house' },
  { screen: 'program', icon: 'calendar-days' },
  { screen: 'maps', icon: 'map' },
  { screen: 'articles', icon: 'newspaper' },
];

const screenTile = ({ screen, icon }: (typeof DEFAULT_TABS)[number]): Tile => ({
  navigator: { nativeContent: screen },
  icon: { family: 'lucide', type: icon },
});

const hasContent = (screen: NativeScreen, { site }: Scope): boolean =>
  screen === 'home' || site.kinds.some(({ name, page }) => page?.list === screen && site.has(name as KindName));

function languages(scope: Scope): readonly LanguageView[] {
  const { site, rootLink, locale } = scope;
  const page = scope.page === NOT_FOUND ? '/' : scope.page;
  if (site.locales.length < 2) return [];
  return site.locales.map((each) => ({
    locale: each,
    name: languageName(each),
    href: rootLink(localePath(page, each, site.locales)),
    current: each === locale,
  }));
}
