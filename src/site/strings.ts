import type { Locale } from '../kinds/shapes/primitives.ts';
import { WORDS } from '../generated/strings.ts';
import type { Strings } from './strings/shape.ts';
import { stringsFrom, wholeStrings, type WholeStrings, type WrittenStrings } from './strings/written.ts';

export type { Strings } from './strings/shape.ts';
export type { WrittenStrings } from './strings/written.ts';

/** A user's own words, by language: for a language that gitcast does not have, or instead of some of its words. */
export type OwnStrings = ReadonlyMap<Locale, WrittenStrings>;

/** Does not compile if a file in `locales/` lacks something. */
const ALL: Readonly<Record<keyof typeof WORDS, WholeStrings>> = WORDS;

/** The languages that need no file. */
export const LANGUAGES: readonly string[] = Object.keys(ALL);

/** What other languages lack is in English. */
export const english: Strings = wholeStrings(ALL.en, 'en');

const known = new Map<Locale, Strings>();

/** In the language of a tag, whatever its region, or else in English. */
export function stringsFor(locale: Locale): Strings {
  let strings = known.get(locale);
  if (!strings) known.set(locale, (strings = makeStrings(locale)));
  return strings;
}

function makeStrings(locale: Locale): Strings {
  const written = new Map<string, WrittenStrings>(Object.entries(ALL)).get(languageOf(locale));
  return written ? stringsFrom(written, { locale, base: english }) : english;
}

/** `pt` for `pt-BR`. */
export const languageOf = (locale: Locale): string => locale.split('-', 1)[0]!;

/** The strings of a site, with its own words over those of gitcast. */
export function siteStrings(own: OwnStrings): (locale: Locale) => Strings {
  return (locale) => {
    const written = own.get(locale);
    if (!written) return stringsFor(locale);
    let strings = made.get(written);
    if (!strings) made.set(written, (strings = stringsFrom(written, { locale, base: stringsFor(locale) })));
    return strings;
  };
}

const made = new WeakMap<WrittenStrings, Strings>();
