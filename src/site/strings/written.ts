/**
 * Strings as data, for languages without code: those of gitcast besides its own three, and a user's own file. A text has
 * `{1}` and `{2}` where its arguments are. A table chooses by an argument, or by the plural form of a number:
 * `{ one: '{1} day', other: '{1} days' }`. What is missing is in English.
 */
import type { Locale } from '../../kinds/shapes/primitives.ts';
import type { Strings } from './shape.ts';

type Words = string | { readonly [choice: string]: Words };

export type Written<T> = T extends string
  ? string
  : T extends (...values: never[]) => string
    ? Words
    : { readonly [K in keyof T]?: Written<T[K]> };

export type WrittenStrings = Written<Strings>;

interface Table {
  readonly [key: string]: unknown;
}

type Values = readonly (string | number)[];
type Say = (...values: Values) => string;

export function stringsFrom(written: WrittenStrings, { locale, base }: { locale: Locale; base: Strings }): Strings {
  return filled(base as unknown as Table, written as Table, new Intl.PluralRules(locale)) as unknown as Strings;
}

function filled(base: Table, written: Table, plural: Intl.PluralRules): Table {
  return Object.fromEntries(
    Object.entries(base).map(([key, own]) => {
      const words = Object.hasOwn(written, key) ? written[key] : undefined;
      if (words === undefined || words === null) return [key, own];
      if (typeof own === 'function') return [key, said(words as Words, plural)];
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

/** A place in the strings that a file has no words for, or too many. */
export interface StringsProblem {
  readonly type: 'missing' | 'unknown' | 'wrong';
  readonly path: readonly string[];
}

/** Compares a file with the strings that exist. */
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
      if (typeof own === 'object') return compared(own as Table, words, path);
      const isRight = typeof own === 'function' ? isWords(words) : typeof words === 'string';
      return isRight ? [] : [{ type: 'wrong', path }];
    }),
  ];
}

const missingIn = (own: unknown, path: readonly string[]): readonly StringsProblem[] =>
  isTable(own)
    ? Object.entries(own).flatMap(([key, each]) => missingIn(each, [...path, key]))
    : [{ type: 'missing', path }];

const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isWords = (value: unknown): value is Words =>
  typeof value === 'string' || (isTable(value) && Object.values(value).every(isWords));
