/** Completes the last word of a command line from the declarations of the commands. */
import type { Completes } from '../project/calls/option.ts';
import type { Argument } from './command.ts';
import { HELP, SHARED_HELP, type CommandHelp, type FlagsHelp } from './views/help.ts';

type Taken = Pick<CommandHelp, 'arguments' | 'options'>;

/** Reads names in the project. */
type Names = (completes: Exclude<Completes, readonly string[]>) => Promise<readonly string[]>;

/** `words`: after `gitcast`, up to the word that is being typed, which may be empty. Without candidates, shells offer files. */
export async function candidates(words: readonly string[], names: Names): Promise<readonly string[]> {
  const [before, current] = typedWords(words);
  const [name] = positionsIn(before, SHARED_HELP);
  const command = name === undefined || name === 'help' ? BEFORE_COMMAND : HELP[name];
  if (!command) return [];
  const flags = { ...command.options, ...SHARED_HELP };
  const flag = flagBefore(before, flags);
  if (flag) return valuesFor(current, flag, names);
  const assigned = /^(--[^=]+=)(.*)$/.exec(current);
  if (assigned) {
    const found = await valuesFor(assigned[2]!, flags[assigned[1]!.slice(2, -1)] ?? {}, names);
    return found.map((value) => assigned[1]! + value);
  }
  if (current.startsWith('-')) {
    const words = Object.keys(flags).map((name) => `--${name}`);
    return startingWith(
      current,
      words.filter((word) => !before.includes(word)),
    );
  }
  return argumentValues(current, positionsIn(before, flags).slice(name === undefined ? 0 : 1), command, names);
}

/** bash passes the equals sign in `--target=live` as a separate word, also while nothing follows it. */
function typedWords(words: readonly string[]): readonly [before: readonly string[], current: string] {
  const last = words.at(-1) ?? '';
  return [words.slice(0, -1).filter((word) => word !== '='), last === '=' ? '' : last];
}

/** Before the command and after `help`, the command itself is completed. */
const BEFORE_COMMAND: Taken = {
  arguments: [{ name: 'COMMAND', about: '', completes: [...Object.keys(HELP), 'help'] }],
  options: {},
};

const startingWith = (beginning: string, words: readonly string[]): readonly string[] =>
  words.filter((word) => word.startsWith(beginning));

/** The option that takes the word after it. */
function flagBefore(before: readonly string[], flags: FlagsHelp): FlagsHelp[string] | undefined {
  const last = before.at(-1) ?? '';
  const flag = last.startsWith('--') ? flags[last.slice(2)] : undefined;
  return flag?.value === undefined ? undefined : flag;
}

/** The words that are neither options nor their values. */
const positionsIn = (before: readonly string[], flags: FlagsHelp): readonly string[] =>
  before.filter((word, index) => !word.startsWith('-') && !flagBefore(before.slice(0, index), flags));

/** Several words of one argument, such as `keys create`, are completed one after the other. */
async function argumentValues(
  current: string,
  given: readonly string[],
  { arguments: taken }: Pick<Taken, 'arguments'>,
  names: Names,
): Promise<readonly string[]> {
  const index = Math.min(given.length, taken.findIndex(({ many }) => many) >>> 0);
  const argument: Argument | undefined = taken[index];
  if (!argument?.many || typeof argument.completes !== 'object') return valuesFor(current, argument ?? {}, names);
  const said = given.slice(index).map((word) => `${word} `);
  const following = startingWith(said.join(''), argument.completes).map(
    (phrase) => phrase.split(' ')[said.length] ?? '',
  );
  return startingWith(current, [...new Set(following)].filter(Boolean));
}

async function valuesFor(
  current: string,
  { completes, value }: { readonly completes?: Completes; readonly value?: string },
  names: Names,
): Promise<readonly string[]> {
  if (completes === undefined) return [];
  const values = typeof completes === 'string' ? await names(completes) : completes;
  // `ADDRESS,…`: only the last entry of a list is completed.
  const done = value?.endsWith(',…') ? current.slice(0, current.lastIndexOf(',') + 1) : '';
  return startingWith(
    current,
    values.map((each) => done + each),
  );
}
