import type { NativeScreen } from '../links/urls.ts';

/** The site's own text. To add a language, add one file and one line here. */
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
    readonly filter: string;
    readonly all: string;
    readonly now: string;
    readonly empty: string;
    readonly noMatch: string;
    readonly addToCalendar: string;
    readonly wholeCalendar: string;
    readonly elsewhere: string;
    readonly meanwhile: string;
    readonly timesIn: (zone: string) => string;
    readonly night: string;
    readonly here: string;
    readonly withHosts: string;
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
  readonly hosts: { readonly empty: string; readonly sessions: string; readonly links: string };
  readonly map: {
    readonly empty: string;
    readonly zoomIn: string;
    readonly zoomOut: string;
    readonly reset: string;
    readonly legend: string;
    readonly howTo: string;
  };
  readonly favourites: {
    readonly add: string;
    readonly remove: string;
    readonly empty: string;
    readonly device: string;
    readonly needsScript: string;
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
    readonly over: string;
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
    readonly title: string;
    readonly text: string;
  };
  readonly notFound: { readonly title: string; readonly text: string };
  readonly footer: { readonly made: string; readonly top: string };
  readonly header: { readonly pause: string; readonly play: string };
  readonly carousel: { readonly previous: string; readonly next: string; readonly pictures: string };
  readonly externalMedia: (host: string) => string;
  readonly required: string;
}
