import { parseArgs } from 'node:util';
import { UserError } from '../diagnostics/errors.ts';
import { nearest } from '../diagnostics/nearest.ts';
import { flagOf, type Option, type Options } from '../project/calls/option.ts';
import { SHARED_OPTIONS, type Argument, type Invocation } from './command.ts';

/** An option as it is typed. */
interface Flag extends Option {
  /** Its name in the options that a command receives. */
  readonly option: string;
}

type Flags = ReadonlyMap<string, Flag>;

/** By their names on the command line. */
export const flagsOf = (options: Options): Flags =>
  new Map(
    Object.entries(options)
      .filter(([, { flag }]) => flag !== null)
      .map(([option, declared]) => [flagOf(option, declared), { ...declared, option }]),
  );

type Token = NonNullable<ReturnType<typeof tokenise>>[number];
type OptionToken = Extract<Token, { kind: 'option' }>;

/** node:util splits the words; their meaning is decided here, because its own messages suggest nothing. */
function tokenise(words: readonly string[], flags: Flags) {
  const declared = [...flags].map(([name, { value, short }]) => [
    name,
    { type: value === undefined ? ('boolean' as const) : ('string' as const), ...(short !== undefined && { short }) },
  ]);
  return parseArgs({
    args: words.map((word, index) => filledIn(word, words[index + 1], flags)),
    options: Object.fromEntries(declared),
    strict: false,
    allowPositionals: true,
    tokens: true,
  }).tokens;
}

/** A flag whose value may be left out, with the value that it then has. */
function filledIn(word: string, next: string | undefined, flags: Flags): string {
  const alone = word.startsWith('--') ? flags.get(word.slice(2))?.alone : undefined;
  return alone !== undefined && (next === undefined || next.startsWith('-')) ? `${word}=${alone}` : word;
}

/** The command is the first word that is not an option; shared options may come before it. */
export function splitCommand(words: readonly string[]): {
  readonly name: string | undefined;
  readonly rest: readonly string[];
} {
  const first = tokenise(words, flagsOf(SHARED_OPTIONS)).find((token) => token.kind === 'positional');
  if (!first) return { name: undefined, rest: words };
  return { name: first.value, rest: words.toSpliced(first.index, 1) };
}

export function parseArguments(words: readonly string[], options: Options): Omit<Invocation, 'context' | 'job'> {
  const flags = flagsOf({ ...options, ...SHARED_OPTIONS });
  const tokens = tokenise(words, flags);
  const given = tokens.filter((token) => token.kind === 'option').map((token) => readOption(token, flags));
  return {
    options: Object.fromEntries(given) as Invocation['options'],
    arguments: tokens.filter((token) => token.kind === 'positional').map(({ value }) => value),
  };
}

function readOption(
  { name, rawName, value, inlineValue }: OptionToken,
  flags: Flags,
): [option: string, value: unknown] {
  const flag = flags.get(name);
  if (!flag) throw unknownOption(rawName, flags);
  const { option, parse } = flag;
  if (flag.value === undefined) {
    if (value === undefined) return [option, flag.turnsOff !== true];
    const suggestion = `write ${rawName} without a value`;
    throw new UserError(`${rawName} takes no value, got ${value}`, { suggestion });
  }
  // A word that begins with a hyphen is far more often the next option than the value of this one.
  if (value === undefined || value === '' || (!inlineValue && value.startsWith('-'))) {
    throw new UserError(`${rawName} needs a value`, { suggestion: `write ${rawName} ${flag.value}` });
  }
  return [option, parse ? parse(value, `--${name}`) : value];
}

function unknownOption(rawName: string, flags: Flags): UserError {
  const meant = nearest(rawName.replace(/^-+/, ''), [...flags.keys()]);
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
