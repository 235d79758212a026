/** The vocabulary for declaring settings: the allowed values, as text for people and as a check. */
import type { Json } from '../values/json.ts';
import { nearest } from '../diagnostics/nearest.ts';

export type Setting = ValueSetting | ListSetting | GroupSetting | TableSetting;

export interface ValueSetting {
  readonly type: 'value';
  /** Completes "must be …". */
  readonly expected: string;
  readonly accepts: (value: Json) => boolean;
  readonly suggest?: (value: Json) => string | undefined;
  /** True if a value may contain a credential and must not be shown. */
  readonly hides?: (value: Json) => boolean;
}

interface ListSetting {
  readonly type: 'list';
  readonly expected: string;
  readonly items: ValueSetting;
}

interface GroupSetting {
  readonly type: 'group';
  readonly settings: Readonly<Record<string, Setting>>;
  /** A value that may be written instead of the group. */
  readonly or?: ValueSetting;
}

/** A group with names chosen by the user. */
interface TableSetting {
  readonly type: 'table';
  readonly name: ValueSetting;
  readonly entries: Setting;
}

export const group = (settings: GroupSetting['settings'], or?: ValueSetting): GroupSetting => ({
  type: 'group',
  settings,
  ...(or && { or }),
});

export const table = (name: ValueSetting, entries: Setting): TableSetting => ({ type: 'table', name, entries });

export const listOf = (expected: string, items: ValueSetting): ListSetting => ({ type: 'list', expected, items });

export const flag: ValueSetting = {
  type: 'value',
  expected: 'true or false',
  accepts: (value) => typeof value === 'boolean',
};

export const textThat = (expected: string, accepts: (text: string) => boolean): ValueSetting => ({
  type: 'value',
  expected,
  accepts: (value) => typeof value === 'string' && accepts(value),
});

export const textLike = (expected: string, pattern: RegExp): ValueSetting =>
  textThat(expected, (text) => pattern.test(text));

export const oneOf = (values: readonly string[]): ValueSetting => ({
  type: 'value',
  expected: inWords(values),
  accepts: (value) => typeof value === 'string' && values.includes(value),
  suggest: (value) => didYouMean(String(value), values),
});

export const numberThat = (expected: string, accepts: (number: number) => boolean): ValueSetting => ({
  type: 'value',
  expected,
  accepts: (value) => typeof value === 'number' && accepts(value),
});

export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  const meant = nearest(word, candidates);
  return meant === undefined ? undefined : `did you mean \`${meant}\`?`;
}

/** `a`, `a or b`, `a, b or c`. */
export const inWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
