/**
 * The options of calls. One declaration has the type of an option, its sentence, and how a command line writes it: the
 * types of the library, the flags, the help and the completion are derived from it.
 */
import { isIP } from 'node:net';
import { UserError } from '../../diagnostics/errors.ts';
import { didYouMean } from '../../diagnostics/nearest.ts';

export interface Option<out T = unknown> {
  /** Its type, which only the compiler sees. */
  readonly of?: T;
  /** For the help and the reference. */
  readonly about: string;
  /** Every call needs it. */
  readonly needed?: true;
  /** A switch that turns off what is on by default: `--no-wait`. */
  readonly turnsOff?: true;
  /** The flag, if it differs from the option in more than its case. Undefined: as an option; null: there is no flag. */
  readonly flag?: string | null;
  readonly short?: string;
  /** The word for its value in the help; an option without one is a switch. */
  readonly value?: string;
  /** Its value on a command line that gives none. */
  readonly alone?: string;
  readonly completes?: Completes;
  /** Reads the text of its value on a command line; throws a sentence about what it should be. */
  readonly parse?: (text: string, flag: string) => T;
  /** For a path: with `--all` the flag names a folder, with a file or a folder for each broadcast. */
  readonly names?: 'file' | 'folder';
}

/** The values that a shell can complete: names in the project, kinds, or a fixed list of words or phrases. Otherwise files. */
export type Completes = 'targets' | 'addresses' | 'kind' | readonly string[];

export interface Options {
  readonly [name: string]: Option;
}

type Value<O> = O extends Option<infer T> ? T : never;

interface Needed {
  readonly needed: true;
}

/** The values that a call receives, from the declarations of its options. */
export type OptionsOf<O> = {
  readonly [K in keyof O as O[K] extends Needed ? K : never]: Value<O[K]>;
} & {
  readonly [K in keyof O as O[K] extends Needed ? never : K]?: Value<O[K]> | undefined;
};

/** The values that a command line has. */
export type Given<O extends Options> = { readonly [K in keyof O]: Value<O[K]> | undefined };

type Written<T> = Partial<Omit<Option<T>, 'about' | 'needed' | 'turnsOff'>>;

export const needed = <O extends Option>(option: O): O & { readonly needed: true } => ({ ...option, needed: true });

/** An option of programs that a command has as an argument, asks a person for, or derives from other flags. */
export const unwritten = <T = string>(about: string): Option<T> => ({ about, flag: null });

export const flag = (about: string, written: Written<boolean> = {}): Option<boolean> => ({
  about,
  ...written,
});

export const turnedOff = (about: string): Option<boolean> => ({ about, turnsOff: true });

export const text = (value: string, about: string, written: Written<string> = {}): Option<string> => ({
  about,
  value,
  ...written,
});

/** A list of texts, separated by commas on a command line. */
export const texts = (value: string, about: string, written: Written<readonly string[]> = {}) =>
  listOf(text(value, about), written);

export const listOf = <T>(item: Option<T>, written: Written<readonly T[]> = {}): Option<readonly T[]> => {
  const { about, value, completes, parse = (word: string) => word as T } = item;
  return {
    about,
    ...(value !== undefined && { value: `${value},…` }),
    ...(completes && { completes }),
    parse: (words, name) => words.split(',').map((word) => parse(word, name)),
    ...written,
  };
};

export const file = (about: string, written: Written<string> = {}): Option<string> => ({
  about,
  value: 'FILE',
  names: 'file',
  ...written,
});

export const folder = (about: string, written: Written<string> = {}): Option<string> =>
  file(about, { value: 'DIR', names: 'folder', ...written });

interface Range {
  readonly least: number;
  readonly most?: number;
}

export function wholeNumber(value: string, about: string, range: Range, written: Written<number> = {}): Option<number> {
  return { about, value, parse: (word, name) => numberIn(range, word, name), ...written };
}

const EXAMPLE = 12;

export function numberIn({ least, most }: Range, word: string, name: string): number {
  const value = Number(word);
  if (/^\d+$/.test(word) && value >= least && value <= (most ?? Number.MAX_SAFE_INTEGER)) return value;
  const range = most === undefined ? `a whole number from ${least}` : `${least} to ${most}`;
  const example = Math.max(least, Math.min(EXAMPLE, most ?? EXAMPLE));
  throw new UserError(`${name} must be ${range}, got ${word}`, { suggestion: `for example ${name} ${example}` });
}

export const port = (about: string): Option<number> => wholeNumber('N', about, { least: 0, most: 65_535 });

/** An address of this machine; the flag alone means all of them. */
export const address = (about: string): Option<string> => ({
  about,
  value: '[ADDRESS]',
  alone: '0.0.0.0',
  parse: (word, name) => {
    if (isIP(word) !== 0) return word;
    throw new UserError(`${name} takes an IP address of this machine, not ${word}`, {
      suggestion: `write ${name} alone for all of them`,
    });
  },
});

/** A time in milliseconds since 1970. */
export const instant = (about: string): Option<number> => ({
  about,
  flag: 'now',
  value: 'INSTANT',
  parse: (word) => {
    const value = Date.parse(word);
    // Without an offset its meaning would depend on the machine.
    if (!Number.isNaN(value) && /T.*(?:Z|[+-]\d{2}:?\d{2})$/i.test(word)) return value;
    throw new UserError(`${word} is not a valid date and time`, {
      suggestion: 'write it with its offset, like 2027-06-18T20:30:00+02:00',
    });
  },
});

export const oneOf = <const T extends string>(
  value: string,
  words: readonly T[],
  about: string,
  written: Written<T> = {},
): Option<T> => ({
  about,
  value,
  completes: words,
  parse: (word, name) => wordOf(`${name} cannot be ${word}`, word, words),
  ...written,
});

/** `message` says what is wrong with the word if it is none of those. */
export function wordOf<const T extends string>(message: string, word: string, words: readonly T[]): T {
  const found = words.find((each) => each === word);
  if (found !== undefined) return found;
  throw new UserError(message, { suggestion: didYouMean(word, words) ?? `use one of ${words.join(', ')}` });
}

/** The flag of an option: `allow-deletes`, `no-wait`. */
export const flagOf = (name: string, { flag: own, turnsOff }: Pick<Option, 'flag' | 'turnsOff'>): string =>
  own ?? `${turnsOff ? 'no-' : ''}${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
