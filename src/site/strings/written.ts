/**
 * Strings as data: the files in `locales/`, and a user's own. A text has `{1}` and `{2}` where its arguments are. A table
 * chooses by an argument, or by the plural form of a number: `{ one: '{1} day', other: '{1} days' }`. What is missing is in
 * English.
 */
import type { Locale } from '../../kinds/shapes/primitives.ts';
import type { Plural, Strings } from './shape.ts';

type Words = string | { readonly [choice: string]: Words };

/** All words of a language. */
export type WholeStrings = Whole<Strings>;
type Whole<T> = T extends string
  ? string
  : T extends (...values: never[]) => string
    ? Words
    : { readonly [K in keyof T]: Whole<T[K]> };

export type WrittenStrings = Some<WholeStrings>;
type Some<T> = T extends Words ? T : { readonly [K in keyof T]?: Some<T[K]> };

interface Table {
  readonly [key: string]: unknown;
}

type Values = readonly (string | number)[];
type Say = (...values: Values) => string;

/** The language that has words for everything. */
export const wholeStrings = (words: WholeStrings, locale: Locale): Strings =>
  spoken(words as unknown as Table, new Intl.PluralRules(locale)) as unknown as Strings;

const spoken = (table: Table, plural: Intl.PluralRules): Table =>
  Object.fromEntries(
    Object.entries(table).map(([key, words]) => [
      key,
      isSaid(words) ? said(words, plural) : isTable(words) && !isPlural(words) ? spoken(words, plural) : words,
    ]),
  );

/** True for a text with arguments, and for a table that has such texts to choose from. */
const isSaid = (words: unknown): words is Words =>
  typeof words === 'string' ? words.includes('{1}') : isTable(words) && isSaid(words['other']);

export function stringsFrom(written: WrittenStrings, { locale, base }: { locale: Locale; base: Strings }): Strings {
  return filled(base as unknown as Table, written as Table, new Intl.PluralRules(locale)) as unknown as Strings;
}

function filled(base: Table, written: Table, plural: Intl.PluralRules): Table {
  return Object.fromEntries(
    Object.entries(base).map(([key, own]) => {
      const words = Object.hasOwn(written, key) ? written[key] : undefined;
      if (words === undefined || words === null) return [key, own];
      if (typeof own === 'function') return [key, said(words as Words, plural)];
      // As a whole: a language without the form `one` must not get it in English.
      if (isPlural(own)) return [key, { ...(words as Table), other: (words as Table)['other'] ?? own.other }];
      return [key, typeof own === 'object' ? filled(own as Table, words as Table, plural) : words];
    }),
  );
}

const said =
  (words: Words, plural: Intl.PluralRules): Say =>
  (...values) => {
    let chosen: Words | undefined = words;
    while (typeof chosen === 'object') chosen = choice(chosen, values, plural);
    return (chosen ?? '').replace(/\{(\d)\}/g, (mark, place) => String(values[Number(place) - 1] ?? mark));
  };

function choice(table: Exclude<Words, string>, values: Values, plural: Intl.PluralRules): Words | undefined {
  const named = values.find((value) => typeof value === 'string' && Object.hasOwn(table, value));
  const amount = values.find((value) => Number.isFinite(Number(value)));
  const key = String(named ?? (amount === undefined ? 'other' : plural.select(Number(amount))));
  return Object.hasOwn(table, key) ? table[key] : table['other'];
}

/** A place in the strings that a file has no words for, or wrong ones. */
export type StringsProblem = { readonly path: readonly string[] } & (
  | { readonly type: 'missing' | 'unknown' | 'wrong' | 'empty' }
  /** What is filled in, such as `{1}`: one that does not exist, or one that the text has lost. */
  | { readonly type: 'unfilled' | 'lost'; readonly mark: string; readonly known: readonly string[] }
);

/** Compares a file with the strings that exist, which have functions with named arguments. */
export function stringsProblems(written: unknown, base: Strings): readonly StringsProblem[] {
  return compared(base as unknown as Table, written, []);
}

function compared(base: Table, written: unknown, at: readonly string[]): readonly StringsProblem[] {
  if (!isTable(written)) return [{ type: 'wrong', path: at }];
  const unknown = Object.keys(written).filter((key) => !Object.hasOwn(base, key));
  return [
    ...unknown.map((key): StringsProblem => ({ type: 'unknown', path: [...at, key] })),
    ...Object.entries(base).flatMap(([key, own]): readonly StringsProblem[] => {
      const path = [...at, key];
      const words = Object.hasOwn(written, key) ? written[key] : undefined;
      if (words === undefined || words === null) return missingIn(own, path);
      if (isPlural(own)) return pluralProblems(own, words, path);
      if (typeof own === 'object') return compared(own as Table, words, path);
      if (!(typeof own === 'function' ? isWords(words) : typeof words === 'string')) return [{ type: 'wrong', path }];
      return textProblems(words as Words, { marks: marksOf(own), choices: 0, path });
    }),
  ];
}

/** Every language has `other`. */
function pluralProblems(own: Plural, words: unknown, path: readonly string[]): readonly StringsProblem[] {
  if (!isTable(words) || !isWords(words)) return [{ type: 'wrong', path }];
  const unknown = Object.keys(words).filter((form) => !FORMS.includes(form));
  return [
    ...unknown.map((form): StringsProblem => ({ type: 'unknown', path: [...path, form] })),
    ...(Object.hasOwn(words, 'other') ? [] : missingIn(own.other, [...path, 'other'])),
    ...textProblems(words, { marks: marksOf(own.other), choices: 0, path }),
  ];
}

interface Expected {
  readonly marks: readonly string[];
  /** How many arguments choose this text. They need not be in it. */
  readonly choices: number;
  readonly path: readonly string[];
}

function textProblems(words: Words, { marks, choices, path }: Expected): readonly StringsProblem[] {
  if (typeof words !== 'string') {
    const chosen = Object.keys(words).every((form) => FORMS.includes(form)) ? choices : choices + 1;
    return Object.entries(words).flatMap(([key, each]) =>
      textProblems(each, { marks, choices: SMALL.includes(key) ? marks.length : chosen, path: [...path, key] }),
    );
  }
  if (words.trim() === '') return [{ type: 'empty', path }];
  const found = marksOf(words);
  const lost = marks.filter((mark) => !found.includes(mark)).slice(choices);
  return [
    ...found
      .filter((mark) => !marks.includes(mark))
      .map((mark): StringsProblem => ({ type: 'unfilled', path, mark, known: marks })),
    ...lost.map((mark): StringsProblem => ({ type: 'lost', path, mark, known: marks })),
  ];
}

/** `{1}` for the first argument of a function, and `{n}` in a text that a script fills in. */
function marksOf(own: unknown): readonly string[] {
  const text = typeof own === 'function' ? (own as Say)('{1}', '{2}', '{3}') : String(own);
  return [...new Set(text.match(/\{\w+\}/g))].toSorted();
}

const FORMS: readonly string[] = ['zero', 'one', 'two', 'few', 'many', 'other'];
/** In these, a language may write the number as a word, or leave it out. */
const SMALL: readonly string[] = ['zero', 'one', 'two'];

const isPlural = (own: unknown): own is Plural =>
  isTable(own) && Object.hasOwn(own, 'other') && Object.keys(own).every((form) => FORMS.includes(form));

const missingIn = (own: unknown, path: readonly string[]): readonly StringsProblem[] =>
  isTable(own)
    ? Object.entries(own).flatMap(([key, each]) => missingIn(each, [...path, key]))
    : [{ type: 'missing', path }];

const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isWords = (value: unknown): value is Words =>
  typeof value === 'string' || (isTable(value) && Object.values(value).every(isWords));
