/**
 * The vocabulary for declaring settings. One declaration says which values are allowed, as text for people and as a check,
 * what a program receives, and what it receives if nothing is written.
 */
import { assertNever } from '../diagnostics/errors.ts';
import { nearest } from '../diagnostics/nearest.ts';
import { isObject, type Json } from '../values/json.ts';

export type Setting<T = unknown> =
  | ValueSetting<T>
  | ListSetting<T>
  | GroupSetting<T>
  | TableSetting<T>
  | FormsSetting<T>;

interface Common<out T> {
  /** For the compiler only: what a program receives. */
  readonly as?: T;
  /** The value that a program receives if nothing is written. */
  readonly fallback?: T;
  readonly needed?: true;
}

export interface ValueSetting<out T = unknown> extends Common<T> {
  readonly type: 'value';
  /** Completes "must be …". */
  readonly expected: string;
  readonly accepts: (value: Json) => boolean;
  readonly suggest?: (value: Json) => string | undefined;
  /** True if a value may contain a credential and must not be shown. */
  readonly hides?: (value: Json) => boolean;
  /** The value that a program receives instead of the written one. */
  readonly takes?: (value: never) => unknown;
  /** Accepted, and without effect. */
  readonly retired?: true;
}

export interface ListSetting<out T> extends Common<T> {
  readonly type: 'list';
  readonly expected: string;
  readonly items: ValueSetting;
}

export interface GroupSetting<out T> extends Common<T> {
  readonly type: 'group';
  readonly settings: Settings;
  /** A value that may be written instead of the group. */
  readonly or?: ValueSetting;
  readonly takes?: (group: never) => unknown;
}

export type Settings = Readonly<Record<string, Setting>>;

/** A group with names chosen by the user. */
export interface TableSetting<out T> extends Common<T> {
  readonly type: 'table';
  readonly name: ValueSetting;
  readonly entries: Setting;
}

/** An entry of a table that has other settings depending on its name or on a value. */
export interface FormsSetting<out T = unknown> extends Common<T> {
  readonly type: 'forms';
  /** The settings that every form has. */
  readonly common: Settings;
  readonly forms: Readonly<Record<string, GroupSetting<unknown>>>;
  /** Undefined if the value does not say it. */
  readonly formOf: (name: string, value: Readonly<Record<string, Json>>) => string | undefined;
  readonly words: {
    /** The entry, as the beginning of a sentence: ``the target `live` ``. */
    readonly entry: (name: string) => string;
    /** About a setting of another form. */
    readonly foreign: (
      form: string,
      setting: string,
      own: readonly string[],
    ) => { message: string; suggestion: string };
  };
}

type Received<S> = S extends Common<infer T> ? T : never;
/** It always has a value. */
type Sure =
  | { readonly needed: true }
  | { readonly fallback: unknown }
  | { readonly type: 'group' }
  | { readonly type: 'table' };
interface Retired {
  readonly retired: true;
}

/** The value of a group of settings for a program. Comments of the declarations are those of the properties. */
export type ReceivedGroup<S> = {
  readonly [K in keyof S as S[K] extends Sure ? K : never]: Received<S[K]>;
} & {
  readonly [K in keyof S as S[K] extends Sure | Retired ? never : K]?: Received<S[K]>;
};

export const or = <S extends Setting, const F extends Received<S>>(
  setting: S,
  fallback: F,
): S & { readonly fallback: F } => ({
  ...setting,
  fallback,
});

export const needed = <S extends Setting>(setting: S): S & { readonly needed: true } => ({ ...setting, needed: true });

export const value = <T>(setting: Omit<ValueSetting<T>, 'type' | 'as'>): ValueSetting<T> => ({
  type: 'value',
  ...setting,
});

export const group = <const S extends Settings, T = ReceivedGroup<S>>(
  settings: S,
  more: { readonly or?: ValueSetting<T>; readonly takes?: (group: ReceivedGroup<S>) => T } = {},
): GroupSetting<T> & { readonly settings: S } => ({ type: 'group', settings, ...more });

export const table = <T>(name: ValueSetting, entries: Setting<T>): TableSetting<Readonly<Record<string, T>>> => ({
  type: 'table',
  name,
  entries,
});

export const listOf = <T>(expected: string, items: ValueSetting<T>): ListSetting<readonly T[]> => ({
  type: 'list',
  expected,
  items,
});

export const flag = value<boolean>({ expected: 'true or false', accepts: (given) => typeof given === 'boolean' });

export const textThat = (expected: string, accepts: (text: string) => boolean): ValueSetting<string> =>
  value({ expected, accepts: (given) => typeof given === 'string' && accepts(given) });

export const textLike = (expected: string, pattern: RegExp): ValueSetting<string> =>
  textThat(expected, (text) => pattern.test(text));

export const oneOf = <const T extends string>(values: readonly T[]): ValueSetting<T> =>
  value({
    expected: inWords(values),
    accepts: (given) => values.some((each) => each === given),
    suggest: (given) => didYouMean(String(given), values),
  });

export const numberThat = (expected: string, accepts: (number: number) => boolean): ValueSetting<number> =>
  value({ expected, accepts: (given) => typeof given === 'number' && accepts(given) });

export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  const meant = nearest(word, candidates);
  return meant === undefined ? undefined : `did you mean \`${meant}\`?`;
}

/** `a`, `a or b`, `a, b or c`. */
export const inWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** The values of checked settings for a program. A setting without a value counts as not set. */
export function receive<T>(setting: Setting<T>, written: Json | undefined, name = ''): T | undefined {
  return received(setting, written ?? undefined, name) as T | undefined;
}

function received(setting: Setting, written: Json | undefined, name: string): unknown {
  switch (setting.type) {
    case 'value':
      return written === undefined ? setting.fallback : taken(setting, written);
    case 'list':
      if (!Array.isArray(written)) return setting.fallback;
      return [...new Set(written.map((item: Json) => receive(setting.items, item)))];
    case 'group':
      if (written !== undefined && !isObject(written)) return taken(setting, written);
      return taken(setting, receiveGroup(setting.settings, written ?? {}));
    case 'table':
      return Object.fromEntries(
        Object.entries(isObject(written) ? written : {}).map(([each, entry]) => [
          each,
          receive(setting.entries, entry, each),
        ]),
      );
    case 'forms': {
      const entry = isObject(written) ? written : {};
      const { settings, takes } = setting.forms[setting.formOf(name, entry)!]!;
      const all = { name, ...receiveGroup({ ...setting.common, ...settings }, entry) };
      return takes ? takes(all as never) : all;
    }
    default:
      return assertNever(setting);
  }
}

const taken = ({ takes }: { readonly takes?: (value: never) => unknown }, written: unknown): unknown =>
  takes ? takes(written as never) : written;

const receiveGroup = (settings: Settings, written: Readonly<Record<string, Json>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([name, setting]) => {
      const isRetired = setting.type === 'value' && setting.retired === true;
      const value = isRetired ? undefined : receive(setting, written[name], name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
