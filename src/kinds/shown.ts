/** The part of a kind's declaration that is about the site: when visitors see its documents, and the page of each. */
import type { Locale } from './shapes/primitives.ts';

/**
 * The lists that every site has, in the order in which search shows what stands on them. `program`, `hosts`, `articles` and
 * `maps` are native screens. Nothing lists `pages`: they are reached by navigators.
 */
export const LISTS = ['program', 'hosts', 'articles', 'pages', 'places', 'maps'] as const;
export type ListName = (typeof LISTS)[number];

/** The view models that are made for one sort of document. A kind without one has the view model of every document. */
export type SpecialView = 'article' | 'host' | 'place' | 'map';

/** Words in each language of the site. */
export type Words = { readonly [L in Locale]: string };

/** A page for each document of a kind. `N` are the names of its fields. */
export interface KindPage<N extends string = string> {
  /** The folder of its pages, where it is not that of its files. */
  readonly path?: string;
  readonly title: N;
  /** First on the page, and shortened on cards, in search and on other sites. */
  readonly text?: N;
  readonly picture?: N;
  readonly blocks?: N;
  /** Pointers to categories, of which a card shows the first. */
  readonly categories?: N;
  /** The time of publication: cards show it, and lists and feeds begin with the newest. */
  readonly date?: N;
  /** Further fields that its card and its page show, with their labels. */
  readonly card?: readonly { readonly field: N; readonly label: Words }[];
  /** The list that it is on: one that every site has, or one of its own at the folder of its pages. */
  readonly list: ListName | { readonly title: Words; readonly empty: Words };
  /** Makes it an entry of the programme. */
  readonly programme?: ProgrammeEntry<N>;
  /** Makes it a pin on a map. */
  readonly pin?: Pin<N>;
  readonly view?: SpecialView;
  /** The template of its page, `pages/<name>.eta`; that of its view otherwise, and `document` without one. */
  readonly template?: string;
  /** In search and sitemap unless it says otherwise, and in the feed if it says so. */
  readonly search?: false;
  readonly sitemap?: false;
  readonly feed?: true;
  /** The fields that make a document a link to an address or to a screen. It then has no page. */
  readonly instead?: { readonly url: N; readonly screen: N };
}

/** A field, or a value inside of one. */
type Inside<N extends string> = readonly [N, ...string[]];

/** The time and place of something. Pointers lead to documents of the kinds that their schemas name. */
export interface ProgrammeEntry<N extends string = string> {
  readonly start: Inside<N>;
  readonly end: Inside<N>;
  /** The time zone that it is announced in. */
  readonly timezone?: Inside<N>;
  readonly where?: N;
  /** A word for its category, where it has no pointers to categories. */
  readonly category?: N;
  readonly hosts?: N;
}

export interface Pin<N extends string = string> {
  readonly coordinates: N;
  /** The map that it lies on; the one that `$map` names otherwise, or the first. */
  readonly map?: N;
}

/** Conditions under which visitors see a document, besides its `status`. `N` are the names of the kind's fields. */
export interface Visibility<N extends string = string> {
  /** A flag that keeps it from everybody. */
  readonly private?: N;
  /** The instants between which it is seen. */
  readonly from?: Inside<N>;
  readonly until?: Inside<N>;
}
