import type { NativeScreen } from '../links/urls.ts';

/** The site's own text. To add a language, add a file to locales/ and run npm run generate. */
export interface Strings {
  readonly language: string;
  readonly screens: Readonly<Record<NativeScreen, string>>;
  readonly skipToContent: string;
  readonly mainNavigation: string;
  readonly languages: string;
  readonly menu: string;
  readonly close: string;
  readonly back: string;
  readonly readMore: string;
  readonly openInNewSite: string;
  readonly programme: {
    readonly byDay: string;
    readonly byPlace: string;
    readonly days: string;
    /** Of the button that opens the filters on a small screen. */
    readonly filters: string;
    readonly filter: string;
    readonly now: string;
    readonly empty: string;
    readonly noMatch: string;
    readonly addToCalendar: string;
    readonly elsewhere: string;
    readonly meanwhile: string;
    readonly timesIn: (zone: string) => string;
    readonly night: string;
    readonly here: string;
    readonly withHosts: string;
    readonly uncategorised: string;
    readonly byCategory: string;
    readonly grid: string;
    readonly anyCategory: string;
    readonly place: string;
    readonly anyPlace: string;
    readonly from: string;
    readonly anyTime: string;
    readonly clear: string;
    readonly jump: string;
    readonly events: (count: number) => string;
    /** A script writes the number in place of `{n}`. */
    readonly past: string;
    readonly found: string;
    readonly continues: string;
    readonly since: (day: string) => string;
    readonly until: string;
    readonly allMeanwhile: string;
    /** A script writes the visitor's time zone in place of `{zone}`. */
    readonly ownZone: string;
    readonly eventZone: string;
    readonly timesInOwn: string;
    /** A script writes the time left, such as “in 3 days”, in place of `{when}`. */
    readonly starts: string;
    readonly over: string;
    readonly next: string;
    readonly allNow: string;
    readonly timeOf: (place: string) => string;
  };
  readonly live: Readonly<Record<'full' | 'stream' | 'recording' | 'recordings', string>>;
  readonly changes: {
    readonly title: string;
    readonly link: string;
    readonly empty: string;
    readonly since: string;
    readonly feed: string;
    readonly types: Readonly<Record<'new' | 'moved' | 'retitled' | 'cancelled' | 'restored' | 'removed', string>>;
    readonly time: (from: string, to: string) => string;
    readonly end: (from: string, to: string) => string;
    readonly place: (from: string, to: string) => string;
    readonly placeNow: (to: string) => string;
    readonly placeNoLonger: (from: string) => string;
    readonly was: (from: string) => string;
    readonly titleWas: (from: string) => string;
  };
  readonly paper: {
    readonly title: string;
    readonly howTo: string;
    readonly booklet: string;
    readonly poster: string;
    readonly signs: string;
    readonly screens: string;
    readonly foyer: string;
    readonly scan: string;
  };
  readonly kiosk: {
    readonly now: string;
    readonly next: string;
    readonly nothing: string;
    readonly over: string;
  };
  readonly places: string;
  readonly onTheMap: string;
  readonly articles: {
    readonly empty: string;
    readonly published: string;
    readonly newer: string;
    readonly older: string;
    readonly page: (number: string, total: string) => string;
    readonly feed: string;
    readonly pages: string;
  };
  readonly calendars: {
    readonly title: string;
    readonly note: string;
    readonly whole: string;
    readonly place: string;
    readonly subscribe: string;
    readonly download: string;
    readonly apps: string;
  };
  readonly hosts: { readonly empty: string; readonly sessions: string; readonly links: string };
  readonly map: {
    readonly empty: string;
    readonly zoomIn: string;
    readonly zoomOut: string;
    readonly reset: string;
    readonly legend: string;
    readonly howTo: string;
    readonly filter: string;
    readonly whole: string;
    /** Words that content uses as the category of a place. */
    readonly types: Readonly<Record<string, string>>;
  };
  readonly favourites: {
    /** Of the button with the heart, whether it is pressed or not. */
    readonly label: string;
    readonly empty: string;
    readonly device: string;
    readonly needsScript: string;
    /** If the browser refuses to store them. */
    readonly unkept: string;
    readonly toProgramme: string;
    readonly failed: string;
    /** In these, the script replaces the words in braces. */
    readonly count: Plural;
    readonly clashes: Plural;
    readonly missing: Plural;
    readonly removeMissing: string;
    readonly clash: string;
    readonly gap: string;
    readonly moveTo: string;
    readonly walk: string;
    readonly tight: string;
    readonly share: string;
    readonly copy: string;
    readonly copied: string;
    readonly link: string;
    readonly linkNote: string;
    readonly code: string;
    readonly tooLong: string;
    readonly calendar: string;
    readonly calendarName: string;
    readonly remind: string;
    readonly remindNote: string;
    /** If the browser refuses notifications. */
    readonly remindBlocked: string;
    readonly print: string;
    readonly shared: string;
    readonly sharedCount: Plural;
    readonly sharedUnknown: Plural;
    readonly damaged: string;
    readonly merge: string;
    readonly replace: string;
    readonly dismiss: string;
  };
  readonly search: {
    readonly label: string;
    readonly submit: string;
    readonly results: (count: string) => string;
    readonly none: string;
    readonly failed: string;
    readonly everything: string;
    readonly needsScript: string;
  };
  readonly countdown: {
    readonly days: string;
    readonly hours: string;
    readonly minutes: string;
    readonly seconds: string;
    readonly left: (amount: number, unit: 'day' | 'hour' | 'minute') => string;
    /** At its instant, and when the event is over. */
    readonly over: string;
    readonly ended: string;
  };
  readonly embed: {
    readonly load: string;
    readonly note: (host: string) => string;
    readonly open: (host: string) => string;
  };
  readonly meteo: {
    readonly load: string;
    readonly note: string;
    readonly open: (place: string) => string;
    readonly empty: string;
    readonly failed: string;
    readonly position: (latitude: string, longitude: string) => string;
    readonly title: string;
  };
  readonly inTheApp: Readonly<
    Record<'auth' | 'profile' | 'localTicket' | 'networkingScan' | 'networkingForms' | 'contact', string>
  >;
  readonly profileTiles: string;
  readonly contact: {
    readonly write: string;
    readonly call: string;
    readonly follow: string;
    readonly from: (page: string) => string;
  };
  readonly campaigns: { readonly empty: string; readonly until: (date: string) => string };
  readonly offline: {
    readonly take: (size: string) => string;
    readonly saving: (share: string) => string;
    readonly saved: string;
    readonly full: string;
    readonly failed: string;
    readonly updated: string;
    readonly reload: string;
    readonly noNetwork: string;
    readonly title: string;
    readonly text: string;
  };
  readonly notFound: { readonly title: string; readonly text: string };
  readonly footer: { readonly made: string; readonly top: string };
  readonly occasion: { readonly over: string };
  readonly header: { readonly pause: string; readonly play: string };
  readonly carousel: { readonly previous: string; readonly next: string; readonly pictures: string };
  /** In texts: their parts that are not words of the author. */
  readonly texts: {
    readonly contents: string;
    readonly table: string;
    readonly linkTo: (heading: string) => string;
    readonly footnotes: string;
    readonly footnote: (number: number) => string;
    readonly backTo: (reference: string) => string;
    readonly done: string;
    readonly open: string;
    readonly admonitions: Readonly<Record<'note' | 'tip' | 'important' | 'warning' | 'caution', string>>;
  };
  readonly externalMedia: (host: string) => string;
  readonly required: string;
}

/** A sentence about `{n}` things, in the plural forms that the language has. */
export type Plural = { readonly other: string } & {
  readonly [Form in 'zero' | 'one' | 'two' | 'few' | 'many']?: string;
};
