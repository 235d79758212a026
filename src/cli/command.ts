import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { file, flag, turnedOff, wordOf, type Completes, type Given, type Options } from '../project/calls/option.ts';
import type { Context } from './context.ts';
import type { Ending } from '../project/index.ts';
import { exitCodeOf, type ExitCode } from './exit-code.ts';
import type { Host } from './host/host.ts';
import type { Colours, Style } from './views/text/style.ts';

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
  readonly host: Host;
  readonly arguments: readonly string[];
  readonly options: Given<O> & Given<typeof SHARED_OPTIONS>;
}

/** The result of a command, for programs and for people. Only the dispatcher prints it. */
export interface Outcome {
  readonly exitCode: ExitCode;
  /** Set by a command that keeps running: it has printed everything already. */
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
  readonly markdown?: () => string;
  /** The result in one line, for a table of many broadcasts. */
  readonly headline?: string;
  /** The result without what differs between broadcasts and says nothing: several with the same one are shown once. */
  readonly shared?: () => SharedResult;
  /** Nothing changed and nothing has to be looked at: among many broadcasts it is only counted. */
  readonly isCalm?: boolean;
}

/** A result that several broadcasts can have. */
export interface SharedResult {
  /** Equal if they differ in nothing that a comment could show. */
  readonly key: string;
  readonly headline: string;
  readonly markdown: string;
}

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
): Outcome => ({ exitCode: exitCodeOf(ending), json: report, human });

export const defineCommand = <O extends Options>(command: Command<O>): Command<O> => command;

/** The first argument of a command with several actions, or other things that it is about. */
export const actionOf = <const V extends string>(
  command: string,
  word: string,
  actions: readonly V[],
  noun = 'action',
): V => wordOf(`unknown ${noun} ${word} for ${command}`, word, actions);
