/** Completes the last word of a command line from the declarations of the commands. */
import { SHARED_OPTIONS, type Argument, type Command, type Completes, type Options } from './command.ts';

export interface Known {
  readonly commands: readonly string[];
  /** Undefined for a word that is not a command. */
  readonly command: (name: string) => Promise<Command | undefined>;
  readonly values: (completes: Exclude<Completes, readonly string[]>) => Promise<readonly string[]>;
}

/** `words`: after `gitcast`, up to the word that is being typed, which may be empty. */
export async function candidates(words: readonly string[], known: Known): Promise<readonly string[]> {
  // bash passes the equals sign in `--target=live` as a separate word.
  const typed = words.filter((word) => word !== '=');
  const [before, current] = [typed.slice(0, -1), typed.at(-1) ?? ''];
  const name = before.find((word) => !word.startsWith('-'));
  const command = name === undefined ? undefined : await known.command(name);
  if (name === undefined || name === 'help') {
    return startingWith(current, current.startsWith('-') ? flagsOf(SHARED_OPTIONS) : [...known.commands, 'help']);
  }
  if (!command) return [];
  const options: Options = { ...command.options, ...SHARED_OPTIONS };
  const option = optionBefore(before, options);
  if (option) return valuesFor(current, option, known);
  const assigned = /^(--[^=]+=)(.*)$/.exec(current);
  if (assigned) {
    const found = await valuesFor(assigned[2]!, options[assigned[1]!.slice(2, -1)] ?? {}, known);
    return found.map((value) => assigned[1]! + value);
  }
  if (current.startsWith('-')) {
    return startingWith(
      current,
      flagsOf(options).filter((flag) => !before.includes(flag)),
    );
  }
  const argument = argumentAt(positionsIn(before, options) - 1, command.arguments);
  return argument ? valuesFor(current, argument, known) : [];
}

const flagsOf = (options: Options): readonly string[] => Object.keys(options).map((name) => `--${name}`);

const startingWith = (beginning: string, words: readonly string[]): readonly string[] =>
  words.filter((word) => word.startsWith(beginning));

/** The option that takes the word after it. */
function optionBefore(before: readonly string[], options: Options): Options[string] | undefined {
  const last = before.at(-1) ?? '';
  const option = last.startsWith('--') ? options[last.slice(2)] : undefined;
  return option?.value === undefined ? undefined : option;
}

/** Counts the words that are neither options nor their values. */
function positionsIn(before: readonly string[], options: Options): number {
  return before.filter((word, index) => !word.startsWith('-') && !optionBefore(before.slice(0, index), options)).length;
}

const argumentAt = (index: number, taken: readonly Argument[]): Argument | undefined =>
  taken[index] ?? taken.find(({ many }) => many);

async function valuesFor(
  current: string,
  { completes, value }: { readonly completes?: Completes; readonly value?: string },
  known: Known,
): Promise<readonly string[]> {
  if (completes === undefined) return [];
  const values = typeof completes === 'string' ? await known.values(completes) : completes;
  // `ADDRESS,…`: only the last entry of a list is completed.
  const done = value?.endsWith(',…') ? current.slice(0, current.lastIndexOf(',') + 1) : '';
  return startingWith(
    current,
    values.map((each) => done + each),
  );
}
