/** The view model of every type of page, as passed to its template. */
import type { KindName } from '../../kinds/registry.ts';
import type { Locale } from '../../kinds/shapes/primitives.ts';
import type { Blocks, BlockView, MeteoItem } from '../blocks/view.ts';
import type { Card, DateView } from '../parts/cards.ts';
import type { CategoryView } from '../parts/categories.ts';
import type { TimeView } from '../text/dates.ts';
import type { Fact } from '../parts/facts.ts';
import type { Frame, TileView } from '../parts/frame.ts';
import type { Text } from '../text/localise.ts';
import type { MapView } from '../parts/map-view.ts';
import type { MediaView } from '../parts/media.ts';
import type { Link } from '../links/navigators.ts';
import type { Seo } from '../seo.ts';
import type { Strings } from '../strings.ts';

export interface SlotView {
  readonly address: string;
  readonly kind: KindName;
  readonly link: Link;
  readonly title: Text;
  readonly text?: Text;
  readonly time: TimeView;
  readonly where?: { readonly title: Text; readonly link: Link };
  readonly categories: readonly CategoryView[];
  readonly colour?: string;
}

export interface HomePage {
  readonly type: 'home';
  readonly header?: HeaderView;
  readonly content: Blocks;
  readonly announcements: readonly Announcement[];
}
export interface HeaderView {
  readonly height?: number;
  readonly logo?: MediaView;
  /** Several are shown in turn. */
  readonly backgrounds: readonly MediaView[];
  /** True if anything moves on its own: visitors must be able to stop it. */
  readonly moving: boolean;
  readonly overlay?: string;
  readonly backgroundColor?: string;
  /** The transition between backgrounds, and to the first one. */
  readonly transition: 'fade' | 'slide' | 'none';
  readonly logoPadding?: number;
  readonly logoAlign: 'top' | 'center' | 'bottom';
  readonly tagline?: Text;
}
export interface Announcement {
  readonly title: Text;
  readonly text?: Text;
  readonly until?: DateView;
}
/** A document of any kind. */
export interface DocumentPage {
  readonly type: 'document';
  readonly media?: MediaView;
  /** Markdown. */
  readonly text?: Text;
  /** True if the text is the body of a Markdown file, whose headings keep their ids on the page. */
  readonly isBody: boolean;
  readonly categories: readonly CategoryView[];
  readonly facts: readonly Fact[];
  readonly content: Blocks;
}
export interface ArticlePage {
  readonly type: 'article';
  readonly date?: DateView;
  readonly media?: MediaView;
  /** Markdown, which may contain HTML. */
  readonly body: Text;
  readonly newer?: Card;
  readonly older?: Card;
}
export interface ArticlesPage {
  readonly type: 'articles';
  readonly cards: readonly Card[];
  readonly number: number;
  readonly total: number;
  readonly newer?: string;
  readonly older?: string;
  readonly feed?: string;
}
export interface ProgrammePage {
  readonly type: 'programme';
  readonly by: 'day' | 'place';
  readonly groups: readonly ProgrammeGroup[];
  readonly categories: readonly CategoryView[];
  readonly views: readonly { readonly title: string; readonly link: Link }[];
  readonly calendar: string;
  readonly zone?: string;
}
export interface ProgrammeGroup {
  /** Also its URL fragment. */
  readonly key: string;
  readonly title: Text;
  readonly short: string;
  readonly link?: Link;
  /** Slots by hour or, for a place, by day. */
  readonly parts: readonly { readonly title?: string; readonly slots: readonly SlotView[] }[];
}
export interface SlotPage {
  readonly type: 'event';
  readonly slot: SlotView;
  readonly media?: MediaView;
  readonly description?: Text;
  readonly hosts: readonly Card[];
  readonly content: Blocks;
  readonly map?: MapView;
  readonly meanwhile: readonly SlotView[];
  readonly calendar: string;
}
export interface HostPage {
  readonly type: 'host';
  readonly media?: MediaView;
  readonly description?: Text;
  readonly categories: readonly CategoryView[];
  readonly links: readonly { readonly label: string; readonly url: string }[];
  readonly slots: readonly SlotView[];
  readonly content: Blocks;
}
export interface PlacePage {
  readonly type: 'place';
  readonly media?: MediaView;
  readonly description?: Text;
  readonly category?: string;
  readonly map?: MapView;
  readonly days: readonly { readonly title: string; readonly slots: readonly SlotView[] }[];
}
export interface CardsPage {
  readonly type: 'hosts' | 'places' | 'maps' | 'list';
  readonly groups: readonly { readonly title?: string; readonly cards: readonly Card[] }[];
  readonly empty: string;
}
export interface MapPage {
  readonly type: 'map';
  readonly map: MapView;
}
export interface MenuPage {
  readonly type: 'menu';
}
export interface SearchPage {
  readonly type: 'search';
  readonly index: string;
  readonly groups: readonly { readonly title: string; readonly links: readonly { title: Text; link: Link }[] }[];
}
export interface FavouritesPage {
  readonly type: 'favorites';
  readonly slots: readonly SlotView[];
}
export interface AppOnlyPage {
  readonly type: 'auth' | 'localTicket' | 'networkingScan' | 'profile';
  readonly note: string;
  readonly tiles: readonly TileView[];
}
export interface ContactPage {
  readonly type: 'contact';
  readonly ways: readonly {
    readonly label: Text;
    readonly url: string;
    readonly sort: 'mail' | 'phone';
    readonly from: Text;
  }[];
  readonly socials: readonly { readonly network: string; readonly name: string; readonly url: string }[];
  readonly note: string;
}
export interface CampaignsPage {
  readonly type: 'campaigns';
  readonly announcements: readonly Announcement[];
}
export interface NetworkingPage {
  readonly type: 'networkingForms';
  readonly forms: readonly {
    readonly key: string;
    readonly title: Text;
    readonly fields: readonly {
      readonly key: string;
      readonly label: Text;
      readonly type: string;
      readonly required: boolean;
    }[];
  }[];
  readonly note: string;
}
export interface MeteoPage {
  readonly type: 'meteo';
  readonly items: readonly MeteoItem[];
}
export interface NotFoundPage {
  /** `offline`: the page is not stored on the device. */
  readonly type: 'notFound' | 'offline';
  readonly links: readonly { readonly title: string; readonly href: string }[];
}
export interface GalleryPage {
  readonly type: 'gallery';
  readonly samples: readonly { readonly key: string; readonly title: string; readonly blocks: readonly BlockView[] }[];
}

export type PageBody =
  | HomePage
  | DocumentPage
  | ArticlePage
  | ArticlesPage
  | ProgrammePage
  | SlotPage
  | HostPage
  | PlacePage
  | CardsPage
  | MapPage
  | MenuPage
  | SearchPage
  | FavouritesPage
  | AppOnlyPage
  | ContactPage
  | CampaignsPage
  | NetworkingPage
  | MeteoPage
  | NotFoundPage
  | GalleryPage;

/** A page's content with its heading. */
export interface Composed {
  readonly title: Text;
  readonly body: PageBody;
  /** As plain text, for search engines and other sites. */
  readonly description?: string | undefined;
  readonly image?: MediaView | undefined;
  /** A link to the parent page. */
  readonly up?: { readonly title: string; readonly link: Link };
}

export interface PageView extends Composed {
  readonly path: string;
  readonly page: string;
  readonly locale: Locale;
  readonly strings: Strings;
  /** Resolves a link in a text of this page. Undefined if only its words should be shown. */
  readonly resolveLink: (url: string) => string | undefined;
  /** A link to a file by its path from the root. */
  readonly rootLink: (path: string) => string;
  readonly seo: Seo;
  readonly frame: Frame;
}
