import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { file, flag, turnedOff, wordOf, type Completes, type Given, type Options } from '../project/calls/option.ts';
import type { Ending } from '../project/index.ts';
import type { Context } from './context.ts';
import type { JobReport } from './ci/job-report.ts';
import type { Colours, Style } from './views/text/style.ts';
import type { Tree } from './views/tree.ts';

/** A command as a declaration: parsing, help and did-you-mean all read it. Its name and summary are in commands.ts. */
export interface Command<O extends Options = Options> {
  readonly arguments: readonly Argument[];
  readonly options: O;
  readonly examples: readonly Example[];
  /** A list that the help has besides. */
  readonly list?: { readonly title: string; readonly rows: readonly (readonly [word: string, about: string])[] };
  run(invocation: Invocation<O>): Promise<Outcome> | Outcome;
}

/** A command that is imported when it is called: the others cost no start-up time. */
export interface CommandEntry {
  readonly name: string;
  /** The heading it is under in the help. */
  readonly group: string;
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

export interface Argument {
  readonly name: string;
  readonly about: string;
  readonly required?: true;
  /** Takes all remaining words. */
  readonly many?: true;
  readonly completes?: Completes;
  /** Left out of the help: only gitcast's own scripts pass it. */
  readonly hidden?: true;
}

interface Example {
  readonly line: string;
  readonly about: string;
}

export const SHARED_OPTIONS = {
  config: file('The configuration file (default: gitcast.config.yaml in this folder or one above)'),
  json: flag('Print one JSON object and nothing else'),
  quiet: flag('Print nothing on success, except the data you ask for', { short: 'q' }),
  color: turnedOff('Disable colours, as NO_COLOR does; FORCE_COLOR enables them'),
  help: flag('Show this help', { short: 'h' }),
  version: flag('Show the version', { short: 'V' }),
};

/** The part of an invocation that every command has. */
export interface SharedInvocation {
  readonly context: Context;
  readonly options: Given<typeof SHARED_OPTIONS>;
}

export interface Invocation<O extends Options = Options> {
  readonly context: Context;
  /** For a command that shows several results, one after the other. */
  readonly job: JobReport;
  readonly arguments: readonly string[];
  readonly options: Given<O> & Given<typeof SHARED_OPTIONS>;
}

/** The result of a command, for programs and for people. Only the dispatcher prints it. */
export interface Outcome {
  readonly exitCode: ExitCode;
  /** It is printed already. */
  readonly said?: true;
  readonly json: object;
  readonly human: (style: Style) => string;
  /** Its text only confirms that the command succeeded: --quiet leaves it out, unless the exit code is not 0. */
  readonly confirms?: boolean;
  /** Why it failed although it has a result, for stderr. */
  readonly failure?: { readonly message: string; readonly suggestion?: string } | undefined;
  /** A CI host shows them on the lines they are about. */
  readonly diagnostics?: readonly Diagnostic[];
  /** A CI host shows it as a warning about the whole job. */
  readonly warning?: string | undefined;
  /** Numbers that later steps of a CI job can use. */
  readonly counts?: Readonly<Record<string, number>>;
  /** A CI host shows it on the job's page. */
  readonly tree?: () => Tree;
  /** The result in one line, for a table of many broadcasts. */
  readonly headline?: string;
  /** Nothing changed and nothing has to be looked at: among many broadcasts it is only counted. */
  readonly isCalm?: boolean;
}

/** The outcome of a command that shows what it was asked for. */
export const shown = (json: object, human: Outcome['human'], exitCode: ExitCode = 0): Outcome => ({
  exitCode,
  json,
  human,
});

/** The outcome of a command that keeps running: it has printed everything already. */
export const SAID: Outcome = { exitCode: 0, said: true, json: {}, human: () => '' };

/** The outcome of a command that has nothing to show but that it succeeded. */
export const confirmed = (json: object, text: string | ((colours: Colours) => string)): Outcome => ({
  exitCode: 0,
  confirms: true,
  json,
  human: ({ colours }) => `${colours.green('✓')} ${typeof text === 'string' ? text : text(colours)}\n`,
});

/** The outcome of a call that returns a report and how it ended. */
export const outcomeOf = (
  { report, ending = {} }: { readonly report: object; readonly ending?: Ending },
  human: Outcome['human'],
): Outcome => shown(report, human, exitCodeOf(ending));

/** Without arguments or options, a command leaves them out. */
export const defineCommand = <O extends Options = Record<never, never>>(
  command: Omit<Command<O>, 'arguments' | 'options'> & Partial<Pick<Command<O>, 'arguments' | 'options'>>,
): Command<O> => ({ arguments: [], options: {} as O, ...command });

/** The first argument of a command with several actions, or other things that it is about. */
export const actionOf = <const V extends string>(
  command: string,
  word: string,
  actions: readonly V[],
  noun = 'action',
): V => wordOf(`unknown ${noun} ${word} for ${command}`, word, actions);

/**
 * The exit code of a command, which nothing else decides:
 *
 * - 0: done, and nothing is left to do
 * - 1: an error, or a refused plan
 * - 2: the plan has changes, where `--detailed-exitcode` asks for it
 * - 3: some changes were not made: failed, skipped, in conflict, drifted, or to do by hand; or a comparison found some
 * - 4: the target could not be read completely, so nothing is known about the rest of it
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4;

/** The most urgent comes first: an error, changes not made, a target not read completely, changes to make. */
export function exitCodeOf({ failed, left, incomplete, changes }: Ending): ExitCode {
  if (failed) return 1;
  if (left) return 3;
  if (incomplete) return 4;
  return changes ? 2 : 0;
}

/** The ending that an exit code stands for. */
export const endingOf = (code: ExitCode): Ending => ({ failed: code === 1, left: code === 3, incomplete: code === 4 });

/** In the same order. */
export const BY_URGENCY: readonly ExitCode[] = [1, 3, 4, 2, 0];

/** The exit code of a command that worked on several broadcasts. */
export const worstExitCode = (codes: readonly ExitCode[]): ExitCode =>
  BY_URGENCY.find((code) => codes.includes(code)) ?? 0;
