/** Compares a file of words with those that exist. */
import { WORDS } from '../generated/strings.ts';
import { isObject, type JsonObject } from '../values/json.ts';
import { isPlural, isSaid, type Words } from './strings.ts';

/** A place in the strings that a file has no words for, or wrong ones. */
export type StringsProblem = { readonly path: readonly string[] } & (
  | { readonly type: 'missing' | 'unknown' | 'wrong' | 'empty' }
  /** The placeholder, such as `{1}`: one that does not exist, or one that the text has lost. */
  | { readonly type: 'unfilled' | 'lost'; readonly mark: string; readonly declared: readonly string[] }
);

export const stringsProblems = (written: unknown): readonly StringsProblem[] => compared(WORDS.en, written, []);

function compared(declared: JsonObject, written: unknown, at: readonly string[]): readonly StringsProblem[] {
  if (!isObject(written)) return [{ type: 'wrong', path: at }];
  const inside = Object.entries(declared).flatMap(([key, own]): readonly StringsProblem[] => {
    const path = [...at, key];
    const words = Object.hasOwn(written, key) ? written[key] : undefined;
    if (words === undefined || words === null) return missingIn(own, path);
    if (isPlural(own)) return pluralProblems(own, words, path);
    if (isObject(own) && !isSaid(own)) return compared(own, words, path);
    if (!(isSaid(own) ? isWords(words) : typeof words === 'string')) return [{ type: 'wrong', path }];
    return textProblems(words as Words, { marks: marksOf(own as Words), choices: 0, path });
  });
  return [...unknownIn(written, Object.keys(declared), at), ...inside];
}

const unknownIn = (table: JsonObject, names: readonly string[], at: readonly string[]): readonly StringsProblem[] =>
  Object.keys(table)
    .filter((key) => !names.includes(key))
    .map((key) => ({ type: 'unknown', path: [...at, key] }));

/** Every language has `other`. */
function pluralProblems(own: { other: string }, words: unknown, path: readonly string[]): readonly StringsProblem[] {
  if (!isObject(words) || !isWords(words)) return [{ type: 'wrong', path }];
  return [
    ...unknownIn(words, FORMS, path),
    ...(Object.hasOwn(words, 'other') ? [] : missingIn(own.other, [...path, 'other'])),
    ...textProblems(words, { marks: marksOf(own), choices: 0, path }),
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
  const unfilled = found.filter((mark) => !marks.includes(mark));
  const lost = marks.filter((mark) => !found.includes(mark)).slice(choices);
  return [
    ...unfilled.map((mark): StringsProblem => ({ type: 'unfilled', path, mark, declared: marks })),
    ...lost.map((mark): StringsProblem => ({ type: 'lost', path, mark, declared: marks })),
  ];
}

/** `{1}` for the first argument of a function, and `{n}` in a text that a script fills in. */
const marksOf = (words: Words): readonly string[] =>
  typeof words === 'string' ? [...new Set(words.match(/\{\w+\}/g))].toSorted() : marksOf(words['other']!);

const FORMS: readonly string[] = ['zero', 'one', 'two', 'few', 'many', 'other'];
/** In these, a language may write the number as a word, or leave it out. */
const SMALL: readonly string[] = ['zero', 'one', 'two'];

const missingIn = (own: unknown, path: readonly string[]): readonly StringsProblem[] =>
  isObject(own) && !isSaid(own)
    ? Object.entries(own).flatMap(([key, each]) => missingIn(each, [...path, key]))
    : [{ type: 'missing', path }];

const isWords = (value: unknown): value is Words =>
  typeof value === 'string' || (isObject(value) && Object.values(value).every(isWords));
