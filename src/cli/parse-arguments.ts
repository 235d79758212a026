import { parseArgs } from 'node:util';
import { UserError } from '../diagnostics/errors.ts';
import { nearest } from '../diagnostics/nearest.ts';
import { SHARED_OPTIONS, type Argument, type Invocation, type Options } from './command.ts';

type Token = NonNullable<ReturnType<typeof tokenise>>[number];
type OptionToken = Extract<Token, { kind: 'option' }>;

/** node:util splits the words; their meaning is decided here, because its own messages suggest nothing. */
function tokenise(words: readonly string[], options: Options) {
  const declared = Object.entries(options).map(([name, { value, short }]) => [
    name,
    { type: value === undefined ? ('boolean' as const) : ('string' as const), ...(short !== undefined && { short }) },
  ]);
  return parseArgs({
    args: [...words],
    options: Object.fromEntries(declared),
    strict: false,
    allowPositionals: true,
    tokens: true,
  }).tokens;
}

/** The command is the first word that is not an option; shared options may come before it. */
export function splitCommand(words: readonly string[]): {
  readonly name: string | undefined;
  readonly rest: readonly string[];
} {
  const first = tokenise(words, SHARED_OPTIONS).find((token) => token.kind === 'positional');
  if (!first) return { name: undefined, rest: words };
  return { name: first.value, rest: words.toSpliced(first.index, 1) };
}

export function parseArguments(words: readonly string[], options: Options): Omit<Invocation, 'context' | 'host'> {
  const declared: Options = { ...SHARED_OPTIONS, ...options };
  const tokens = tokenise(words, declared);
  const given = tokens.filter((token) => token.kind === 'option').map((token) => readOption(token, declared));
  const absent = Object.entries(declared).map(([name, { value }]) => [name, value === undefined ? false : undefined]);
  return {
    options: Object.fromEntries([...absent, ...given]) as Invocation['options'],
    arguments: tokens.filter((token) => token.kind === 'positional').map(({ value }) => value),
  };
}

function readOption({ name, rawName, value, inlineValue }: OptionToken, declared: Options): [string, string | boolean] {
  const option = Object.hasOwn(declared, name) ? declared[name] : undefined;
  if (!option) throw unknownOption(rawName, declared);
  if (option.value === undefined) {
    if (value === undefined) return [name, true];
    const suggestion = `write ${rawName} without a value`;
    throw new UserError(`${rawName} takes no value, got ${value}`, { suggestion });
  }
  // A word that begins with a hyphen is far more often the next option than the value of this one.
  if (value === undefined || value === '' || (!inlineValue && value.startsWith('-'))) {
    throw new UserError(`${rawName} needs a value`, { suggestion: `write ${rawName} ${option.value}` });
  }
  return [name, value];
}

function unknownOption(rawName: string, declared: Options): UserError {
  const meant = nearest(rawName.replace(/^-+/, ''), Object.keys(declared));
  const suggestion = meant === undefined ? '--help lists the options' : `did you mean --${meant}?`;
  return new UserError(`there is no option ${rawName}`, { suggestion });
}

/** True if the flag is among the words; also for words that could not be parsed. */
export const isGiven = (option: string, words: readonly string[]): boolean =>
  words.slice(0, words.indexOf('--') >>> 0).includes(option);

/** Checks the remaining words against the arguments that a command takes. */
export function checkArguments(given: readonly string[], expected: readonly Argument[], command: string): void {
  const missing = expected.find((argument, index) => argument.required && given[index] === undefined);
  if (missing) {
    throw new UserError(`${command} needs ${missing.name}: ${lowerFirst(missing.about)}`, {
      suggestion: `gitcast ${command} --help has an example`,
    });
  }
  const takesAll = expected.some(({ many }) => many);
  const extra = given[expected.length];
  if (extra !== undefined && !takesAll) {
    throw new UserError(`unexpected argument ${extra}`, {
      suggestion: `gitcast ${command} --help shows what it takes`,
    });
  }
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
