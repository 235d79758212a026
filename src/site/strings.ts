/**
 * The words of the pages themselves, from the files in `locales/` and a user's own. `locales/en.yaml` declares which words
 * exist. A text has `{1}` and `{2}` where its arguments are. A table chooses by an argument, or by the plural form of a
 * number: `{ one: '{1} day', other: '{1} days' }`. What a language lacks is in English.
 */
import { WORDS } from '../generated/strings.ts';
import type { Locale } from '../kinds/shapes/primitives.ts';
import { isObject, type JsonObject } from '../values/json.ts';
import { onceEach } from '../values/once-each.ts';
import { oncePer } from '../values/once-per.ts';

type Value = string | number;

/** A text with arguments is a function of them. */
type Spoken<T> = T extends string
  ? T extends `${string}{2}${string}`
    ? (first: Value, second: Value) => string
    : T extends `${string}{1}${string}`
      ? (value: Value) => string
      : string
  : T extends { readonly other: infer Other extends string }
    ? Other extends `${string}{1}${string}`
      ? Spoken<Other>
      : Plural
    : { readonly [K in keyof T]: Spoken<T[K]> };

export type Strings = Spoken<typeof WORDS.en>;

/** A sentence about `{n}` things, in the plural forms that the language has. A script chooses one. */
type Plural = { readonly other: string } & { readonly [Form in 'zero' | 'one' | 'two' | 'few' | 'many']?: string };

export type Words = string | { readonly [choice: string]: Words };

type Written<T> = T extends string ? string : T extends (...values: never[]) => string ? Words : WrittenTable<T>;
type WrittenTable<T> = { readonly [K in keyof T]: Written<T[K]> };
type Some<T> = T extends Words ? T : { readonly [K in keyof T]?: Some<T[K]> };

/** Some of the words of a language. */
export type WrittenStrings = Some<Written<Strings>>;

/** A user's own words, by language: for a language that gitcast does not have, or instead of some of its words. */
export type OwnStrings = ReadonlyMap<Locale, WrittenStrings>;

/** Does not compile if a file in `locales/` lacks something. */
const ALL: Readonly<Record<keyof typeof WORDS, Written<Strings>>> = WORDS;

/** The languages that need no file. */
export const LANGUAGES: readonly string[] = Object.keys(ALL);

/** True for a text with arguments, and for a table that has such texts to choose from. */
export const isSaid = (words: unknown): words is Words =>
  typeof words === 'string' ? words.includes('{1}') : isObject(words) && isSaid(words['other']);

/** Every language has this form. */
export const isPlural = (words: unknown): words is Plural =>
  isObject(words) && typeof words['other'] === 'string' && !isSaid(words);

/** The file of a user may have any value in place of words. */
function isLike(own: unknown, words: unknown): boolean {
  if (isSaid(own)) return isWords(words);
  if (isPlural(own)) return isObject(words) && isWords(words);
  return isObject(own) ? isObject(words) : typeof words === 'string';
}

const isWords = (value: unknown): boolean =>
  typeof value === 'string' || (isObject(value) && Object.values(value).every(isWords));

interface Sources {
  /** The words that exist. */
  readonly declared: JsonObject;
  readonly written: JsonObject;
  readonly plural: Intl.PluralRules;
  /** Has what is not written. */
  readonly base: Table;
}

interface Table {
  readonly [key: string]: unknown;
}

const spoken = ({ declared, written, plural, base }: Sources): Table =>
  Object.fromEntries(
    Object.entries(declared).map(([key, own]) => {
      const words = Object.hasOwn(written, key) ? written[key] : undefined;
      if (!isLike(own, words)) return [key, base[key]];
      if (isSaid(own)) return [key, said(words as Words, plural)];
      if (!isObject(own)) return [key, words];
      // As a whole: a language without the form `one` must not get it in English.
      if (isPlural(own))
        return [key, { ...(words as Plural), other: (words as Plural).other ?? (base[key] as Plural).other }];
      return [key, spoken({ declared: own, written: words as JsonObject, plural, base: base[key] as Table })];
    }),
  );

const said =
  (words: Words, plural: Intl.PluralRules) =>
  (...values: readonly Value[]): string => {
    let chosen: Words | undefined = words;
    while (typeof chosen === 'object') chosen = choice(chosen, values, plural);
    return (chosen ?? '').replace(/\{(\d)\}/g, (mark, place) => String(values[Number(place) - 1] ?? mark));
  };

function choice(table: Exclude<Words, string>, values: readonly Value[], plural: Intl.PluralRules): Words | undefined {
  const named = values.find((value) => typeof value === 'string' && Object.hasOwn(table, value));
  const amount = values.find((value) => Number.isFinite(Number(value)));
  const key = String(named ?? (amount === undefined ? 'other' : plural.select(Number(amount))));
  return Object.hasOwn(table, key) ? table[key] : table['other'];
}

const stringsFrom = (written: WrittenStrings, locale: Locale, base: Table): Strings =>
  spoken({ declared: ALL.en, written: written as JsonObject, plural: new Intl.PluralRules(locale), base }) as Strings;

export const english: Strings = stringsFrom(ALL.en, 'en', ALL.en);

/** In the language of a tag, whatever its region, or else in English. */
export const stringsFor = onceEach((locale: Locale): Strings => {
  const written = Object.entries(ALL).find(([language]) => language === languageOf(locale))?.[1];
  return written ? stringsFrom(written, locale, english) : english;
});

/** `pt` for `pt-BR`. */
export const languageOf = (locale: Locale): string => locale.split('-', 1)[0]!;

/** The strings of a site, with its own words over those of gitcast. */
export function siteStrings(own: OwnStrings): (locale: Locale) => Strings {
  return (locale) => {
    const written = own.get(locale);
    return written ? ownStringsIn(locale)(written) : stringsFor(locale);
  };
}

const ownStringsIn = onceEach((locale: Locale) =>
  oncePer((written: WrittenStrings) => stringsFrom(written, locale, stringsFor(locale))),
);
