/** The view model of every type of page, as passed to its template. */
import type { KindName } from '../../kinds/registry.ts';
import type { Locale } from '../../kinds/shapes/primitives.ts';
import type { Entity } from '../../model/broadcast.ts';
import type { JsonObject } from '../../values/json.ts';
import type { Blocks, BlockView } from '../blocks/blocks.ts';
import type { MeteoItem } from '../blocks/moment-blocks.ts';
import type { Link } from '../links/navigator-links.ts';
import type { CalendarLink, CalendarLinks } from '../feeds/calendar.ts';
import type { Card, DateView, Fact } from '../parts/cards.ts';
import type { CategoryView } from '../parts/categories.ts';
import type { ChangesLink, ChangeView } from './programme-changes.ts';
import type { Frame, TileView } from '../parts/frame.ts';
import type { AddressView } from '../parts/location.ts';
import type { MapView } from '../parts/map-view.ts';
import type { LiveFact, SlotMark } from '../parts/marks.ts';
import type { MediaView } from '../parts/media-view.ts';
import type { Phase } from '../phase.ts';
import type { Scope } from '../scope.ts';
import type { Strings } from '../strings.ts';
import type { TimeView } from '../text/dates.ts';
import type { Text } from '../text/localise.ts';

export interface SlotView {
  readonly address: string;
  /** For favourites: the name that stays when its file is renamed, then its other names, with a space between them. */
  readonly names: string;
  readonly kind: KindName;
  readonly link: Link;
  readonly title: Text;
  readonly text?: Text | undefined;
  readonly time: TimeView;
  readonly where?: { readonly key: string; readonly title: Text; readonly link: Link } | undefined;
  /** The hosts whose names are not in its title. */
  readonly hosts: readonly Text[];
  readonly categories: readonly CategoryView[];
  readonly colour?: string | undefined;
  readonly mark?: SlotMark | undefined;
  readonly live?: readonly LiveFact[] | undefined;
  /** Listed under a day on which it continues: when it began, as `since Fri 18`, and the `Fri 18` in it. */
  readonly since?: { readonly text: string; readonly day: string } | undefined;
}

export interface HomePage {
  readonly type: 'home';
  /** When the site was built; a script follows the visitor's clock. */
  readonly phase: Phase;
  readonly header?: HeaderView | undefined;
  readonly content: Blocks;
  /** Which of the blocks come first when the event is over: recordings and articles, each with the title before them. */
  readonly news?: { readonly first: number; readonly last: number } | undefined;
  readonly announcements: readonly Announcement[];
  readonly nowNext?: NowNextView | undefined;
  /** Absent without a programme. */
  readonly occasion?: OccasionView | undefined;
}
/** When it takes place, and the way to the programme. */
interface OccasionView {
  /** The first and the last day: `18–20 June 2027`. */
  readonly dates: string;
  readonly programme: Link;
}
/** The entries that are on when the site is built. The script goes on from there: it reads one small file a day. */
export interface NowNextView {
  readonly now: readonly SlotView[];
  readonly next: readonly SlotView[];
  readonly days: readonly string[];
  /** When the last entry ends. */
  readonly ends: string;
  readonly zone: ZoneView;
  /** The link to the file of a day, with `{day}` in place of the day. */
  readonly file: string;
  readonly programme: string;
}
export interface HeaderView {
  readonly height?: number | undefined;
  readonly logo?: MediaView | undefined;
  /** Several are shown in turn. */
  readonly backgrounds: readonly MediaView[];
  /** True if anything moves on its own: visitors must be able to stop it. */
  readonly moving: boolean;
  readonly overlay?: string | undefined;
  readonly backgroundColor?: string | undefined;
  /** The transition between backgrounds, and to the first one. */
  readonly transition: 'fade' | 'slide' | 'none';
  readonly logoPadding?: number | undefined;
  readonly logoAlign: 'top' | 'center' | 'bottom';
  readonly tagline?: Text | undefined;
}
export interface Announcement {
  readonly title: Text;
  readonly text?: Text | undefined;
  readonly until?: DateView | undefined;
}
/** A document of any kind. */
export interface DocumentPage {
  readonly type: 'document';
  readonly media?: MediaView | undefined;
  /** Markdown. */
  readonly text?: Text | undefined;
  /** True if the text is the body of a Markdown file, whose headings keep their ids on the page. */
  readonly isBody: boolean;
  readonly categories: readonly CategoryView[];
  readonly facts: readonly Fact[];
  readonly content: Blocks;
}
export interface ArticlePage {
  readonly type: 'article';
  readonly date?: DateView | undefined;
  readonly media?: MediaView | undefined;
  /** Markdown, which may contain HTML. */
  readonly body: Text;
  readonly newer?: Card | undefined;
  readonly older?: Card | undefined;
}
interface ArticlesPage {
  readonly type: 'articles';
  readonly cards: readonly Card[];
  readonly number: number;
  readonly total: number;
  readonly newer?: string | undefined;
  readonly older?: string | undefined;
  readonly feed?: string | undefined;
}
/** The parts that every view of the programme has. */
export interface ProgrammeFrame {
  readonly views: readonly { readonly title: string; readonly link: Link }[];
  readonly filters: {
    readonly categories: readonly CategoryView[];
    readonly places: readonly { readonly key: string; readonly title: Text }[];
    /** The hours at which something starts, in the order of an event day. */
    readonly hours: readonly { readonly key: string; readonly text: string }[];
  };
  readonly calendars: CalendarLinks;
  readonly zone?: ZoneView | undefined;
  readonly changes?: ChangesLink | undefined;
}
/** The programme in a frame of another website. */
export interface EmbedPage {
  readonly type: 'embed';
  readonly days: readonly { readonly key: string; readonly title: string; readonly slots: readonly SlotView[] }[];
  /** Links to all days. */
  readonly jump: readonly { readonly title: string; readonly href: string; readonly current: boolean }[];
  readonly programme: Link;
  /** The name of the time zone. Absent if nothing is listed. */
  readonly zone?: string | undefined;
}
export interface ZoneView {
  readonly name: string;
  /** As `Europe/Paris`. */
  readonly id: string;
  /** Some of the times in it, from which a script sees whether the visitor's clock shows the same. */
  readonly samples: string;
}
export interface ProgrammePage extends ProgrammeFrame {
  readonly type: 'programme';
  readonly by: 'day' | 'place' | 'category';
  /** Links to the groups: on this page or, in a large programme, on their own pages. */
  readonly jump: readonly JumpLink[];
  /** True if it shows today's day, whichever that is. */
  readonly isEntrance: boolean;
  readonly groups: readonly ProgrammeGroup[];
}
export interface JumpLink {
  readonly text: string;
  readonly link: Link;
  readonly count: number;
  /** The event day it leads to, for scripts, and its first and last start. */
  readonly day?: string | undefined;
  readonly starts?: string | undefined;
}
export interface ProgrammeGroup {
  /** Also its URL fragment. */
  readonly key: string;
  readonly title: Text;
  readonly link?: Link | undefined;
  /** The first and last start of a day, for scripts. */
  readonly starts?: string | undefined;
  /** True if the page's own heading names it. */
  readonly isWholePage: boolean;
  readonly parts: readonly ProgrammePart[];
}
/** Entries by day or, in a day, the evening and the night. A long day is folded by hour. */
export interface ProgrammePart {
  readonly title?: string | undefined;
  /** True if its title is a day. */
  readonly isDay?: true | undefined;
  /** If its title is an hour: for machines. */
  readonly hour?: string | undefined;
  /** True if its title says that it is after midnight. */
  readonly isNight?: true | undefined;
  readonly isFolded: boolean;
  readonly isOpen: boolean;
  readonly count: number;
  readonly moments: readonly ProgrammeMoment[];
}
/** Entries that start together: the rail shows their time once. Those that began on an earlier day have none. */
export interface ProgrammeMoment {
  readonly time?: { readonly machine: string; readonly text: string } | undefined;
  readonly slots: readonly SlotView[];
}
export interface GridPage extends ProgrammeFrame {
  readonly type: 'programmeGrid';
  readonly jump: readonly JumpLink[];
  /** True if it shows today's day, whichever that is. */
  readonly isEntrance: boolean;
  readonly days: readonly GridDay[];
}
export interface GridDay {
  readonly key: string;
  readonly title: string;
  /** Its first and last start, for scripts. */
  readonly starts: string;
  /** Entries that began on an earlier day, above the grid. */
  readonly continuing: readonly SlotView[];
  readonly hours: readonly { readonly row: number; readonly machine: string; readonly text: string }[];
  readonly columns: readonly GridColumn[];
  /** In columns, those of all places together. */
  readonly width: number;
}
/** A place. Where its entries overlap, it has several lanes. */
export interface GridColumn {
  readonly title: Text;
  readonly link?: Link | undefined;
  readonly column: number;
  readonly lanes: number;
  readonly cells: readonly {
    readonly slot: SlotView;
    readonly row: number;
    readonly rows: number;
    readonly column: number;
  }[];
}
/** The changes of the programme. */
export interface ChangesPage {
  readonly type: 'changes';
  readonly days: readonly { readonly title: string; readonly changes: readonly ChangeView[] }[];
  /** The changes on the page, for the script. */
  readonly marks: string;
  readonly feed?: string | undefined;
}
/** A page that a QR code leads to. Absent if the site has no URL. */
export interface CodeView {
  readonly url: string;
  /** As people read it: without the scheme. */
  readonly shown: string;
}
export interface PaperDay {
  readonly title: string;
  readonly slots: readonly SlotView[];
}
/** Links to everything that is printed or shown on screens. */
interface PaperPage {
  readonly type: 'paper';
  readonly groups: readonly {
    readonly title: string;
    readonly links: readonly { readonly title: Text; readonly link: Link }[];
  }[];
}
export interface BookletPage {
  readonly type: 'booklet';
  readonly paper: 'a5' | 'a4';
  /** The first and the last day. */
  readonly dates?: string | undefined;
  readonly days: readonly PaperDay[];
  readonly maps: readonly MapView[];
  readonly zone?: string | undefined;
  readonly code?: CodeView | undefined;
}
interface PosterPage {
  readonly type: 'poster';
  readonly day: PaperDay;
  /** From 1, for large type, to 5, for small type: how much has to fit on the sheet. */
  readonly density: number;
  readonly code?: CodeView | undefined;
}
export interface SignsPage {
  readonly type: 'signs';
  readonly signs: readonly {
    readonly title: Text;
    readonly text?: Text | undefined;
    /** On its map. */
    readonly number?: number | undefined;
    readonly days: readonly PaperDay[];
    /** True if there is little on it. */
    readonly large: boolean;
    readonly code?: CodeView | undefined;
  }[];
}
export interface KioskPage {
  readonly type: 'kiosk';
  /** Absent in the foyer, which shows all places. */
  readonly place?: Text | undefined;
  readonly timezone: string;
  readonly days: readonly PaperDay[];
  readonly code?: CodeView | undefined;
}
export interface SlotPage {
  readonly type: 'event';
  readonly slot: SlotView;
  /** When the site was built. Absent before it starts, and if it is cancelled. */
  readonly state?: 'now' | 'over' | undefined;
  readonly zone?: ZoneView | undefined;
  /** Its own, or that of its place. */
  readonly media?: MediaView | undefined;
  readonly description?: Text | undefined;
  /** The address of its place, or of the whole event. */
  readonly address?: AddressView | undefined;
  readonly hosts: readonly Card[];
  readonly content: Blocks;
  readonly map?: MapView | undefined;
  readonly meanwhile: readonly SlotView[];
  /** Further entries at the same time: how many in all, and where they are. */
  readonly allMeanwhile?: { readonly title: string; readonly href: string } | undefined;
  readonly calendar: string;
  /** The entries before and after it: in its place, then on its day. */
  readonly neighbours: readonly NeighbourView[];
}
export interface NeighbourView {
  readonly way: 'previous' | 'next';
  /** The place or the day. */
  readonly within: Text;
  readonly isDay: boolean;
  readonly title: Text;
  readonly link: Link;
  readonly time: TimeView;
}
export interface HostPage {
  readonly type: 'host';
  readonly media?: MediaView | undefined;
  readonly description?: Text | undefined;
  readonly categories: readonly CategoryView[];
  readonly links: readonly { readonly label: string; readonly url: string }[];
  readonly slots: readonly SlotView[];
  /** Absent without appearances. */
  readonly zone?: ZoneView | undefined;
  readonly content: Blocks;
}
export interface PlacePage {
  readonly type: 'place';
  readonly media?: MediaView | undefined;
  readonly description?: Text | undefined;
  readonly address?: AddressView | undefined;
  readonly map?: MapView | undefined;
  readonly days: readonly ProgrammePart[];
  /** Absent if nothing takes place there. */
  readonly calendar?: CalendarLink | undefined;
  readonly zone?: ZoneView | undefined;
}
export interface CardsPage {
  readonly type: 'hosts' | 'places' | 'maps' | 'list';
  readonly groups: readonly { readonly title?: string; readonly cards: readonly Card[] }[];
  readonly empty: string;
}
interface MapPage {
  readonly type: 'map';
  readonly map: MapView;
}
interface MenuPage {
  readonly type: 'menu';
}
interface SearchPage {
  readonly type: 'search';
  readonly groups: readonly { readonly title: string; readonly links: readonly { title: Text; link: Link }[] }[];
}
export interface FavouritesPage {
  readonly type: 'favorites';
  /** The file with all entries, and the calendar with all of them. */
  readonly entries: string;
  readonly calendar: string;
  readonly programme: Link;
  readonly zone?: ZoneView | undefined;
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
interface CampaignsPage {
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
interface MeteoPage {
  readonly type: 'meteo';
  readonly items: readonly MeteoItem[];
}
export interface NotFoundPage {
  readonly type: 'notFound';
  readonly links: readonly { readonly title: string; readonly href: string }[];
}
/** Stands for every page that is not on the device. It shows any entry of the programme. */
export interface OfflinePage extends Pick<NotFoundPage, 'links'> {
  readonly type: 'offline';
  /** The addresses of the data. */
  readonly parts: readonly string[];
}
interface GalleryPage {
  readonly type: 'gallery';
  readonly samples: readonly { readonly key: string; readonly title: string; readonly blocks: readonly BlockView[] }[];
}

export type PageBody =
  | HomePage
  | DocumentPage
  | ArticlePage
  | ArticlesPage
  | ProgrammePage
  | ChangesPage
  | EmbedPage
  | GridPage
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
  | OfflinePage
  | GalleryPage
  | PaperPage
  | BookletPage
  | PosterPage
  | SignsPage
  | KioskPage;

/** A page's content with its heading. */
export interface Composed {
  readonly title: Text;
  /** The difference from other pages with its title, for search engines: which page of a list, which view. */
  readonly subtitle?: string | undefined;
  readonly body: PageBody;
  /** As plain text, for search engines and other sites. */
  readonly description?: string | undefined;
  readonly image?: MediaView | undefined;
  /** A link to the parent page. */
  readonly up?: { readonly title: string; readonly link: Link } | undefined;
  /** Without the frame: for paper and for screens that nobody touches. */
  readonly bare?: true | undefined;
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
/** An entry of the list of pages. */
export interface SitePage {
  /** Its path in each language's tree. */
  readonly page: string;
  /** The document it shows, if any. */
  readonly entity?: Entity;
  /** Not in search engines or the sitemap. */
  readonly unlisted?: true;
  readonly compose: (scope: Scope) => Composed;
}
/** Metadata of a page for search engines and other sites. */
export interface Seo {
  readonly title: string;
  readonly description?: string | undefined;
  readonly indexing: boolean;
  readonly canonical?: string | undefined;
  readonly alternates: readonly { readonly hreflang: Locale | 'x-default'; readonly href: string }[];
  readonly siteName: string;
  readonly ogType: 'website' | 'article';
  /** Other sites show the first of these that is no SVG. */
  readonly images: readonly MediaView[];
  /** The feeds that readers find on this page. */
  readonly feeds: readonly { readonly type: string; readonly href: string; readonly title: string }[];
  /** The subject of the page, in the vocabulary of schema.org. */
  readonly things: readonly JsonObject[];
}
