/** The part of a kind's declaration for the site: when visitors see its documents, and the page of each. */
import type { Locale, LOCALES } from './shapes/primitives.ts';

/**
 * The lists that every site has, in the order in which search shows their documents. `program`, `hosts`, `articles` and
 * `maps` are native screens. `pages` is shown nowhere: its documents are reached by navigators.
 */
export const LISTS = ['program', 'hosts', 'articles', 'pages', 'places', 'maps'] as const;
/** The name of a list that every site has. */
export type ListName = (typeof LISTS)[number];

/** View models for one kind of document. A kind without one uses the general view model. */
export type SpecialView = 'article' | 'host' | 'place' | 'map';

/** Words in each language of the service. Pages in other languages use those in English. */
export type Words = { readonly [L in (typeof LOCALES)[number]]: string };

export const wordsIn = (words: Words, locale: Locale): string => words[locale as keyof Words] ?? words.en;

/** A page for each document of a kind. `N` are the names of its fields. */
export interface KindPage<N extends string = string> {
  /** The folder of its pages, if it differs from that of its files. */
  readonly path?: string;
  /** The field with its title. */
  readonly title: N;
  /** First on the page, and shortened on cards, in search and on other sites. */
  readonly text?: N;
  /** The field with its picture. */
  readonly picture?: N;
  /** The field with its blocks. */
  readonly blocks?: N;
  /** Pointers to categories. A card shows the first. */
  readonly categories?: N;
  /** The time of publication: shown on cards; lists and feeds start with the newest. */
  readonly date?: N;
  /** More fields that its card and its page show, with their labels. */
  readonly card?: readonly { readonly field: N; readonly label: Words }[];
  /** The list it is on: one that every site has, or its own at the folder of its pages. */
  readonly list: ListName | { readonly title: Words; readonly empty: Words };
  /** Makes it an entry of the programme. */
  readonly programme?: ProgrammeEntry<N>;
  /** Makes it a pin on a map. */
  readonly pin?: Pin<N>;
  /** Its view model, if it has its own. */
  readonly view?: SpecialView;
  /** The template of its page, `pages/<name>.eta`. By default that of its view, or else `document`. */
  readonly template?: string;
  /** By default it is in search and in the sitemap, but not in the feed. */
  readonly search?: false;
  /** False if it is not in the sitemap. */
  readonly sitemap?: false;
  /** True if it is in the feed. */
  readonly feed?: true;
  /** The fields that make a document a link to an address or to a screen. It then has no page. */
  readonly instead?: { readonly url: N; readonly screen: N };
}

/** The path of a field, or of a value inside one. */
type Inside<N extends string> = readonly [N, ...string[]];

/** The time and place of something. Pointers lead to documents of the kinds that their schemas name. */
export interface ProgrammeEntry<N extends string = string> {
  /** When it starts. */
  readonly start: Inside<N>;
  /** When it ends. */
  readonly end: Inside<N>;
  /** The time zone in which it is announced. */
  readonly timezone?: Inside<N>;
  /** The pointer to its place. */
  readonly where?: N;
  /** A category as plain text, for kinds without pointers to categories. */
  readonly category?: N;
  /** The pointers to its hosts. */
  readonly hosts?: N;
}

/** A place on a map. */
export interface Pin<N extends string = string> {
  /** The field with its coordinates. */
  readonly coordinates: N;
  /** The map it is on. By default the one that `$map` names, or else the first. */
  readonly map?: N;
}

/** Conditions under which visitors see a document, besides its `status`. `N` are the names of the kind's fields. */
export interface Visibility<N extends string = string> {
  /** A flag that hides it from everyone. */
  readonly private?: N;
  /** The instants between which it is visible. */
  readonly from?: Inside<N>;
  /** The instant from which it is hidden again. */
  readonly until?: Inside<N>;
}
