/** `--all`: a command for every broadcast of the workspace. Without it, the same command for one project. */
import { join } from 'node:path';
import { UserError } from '../diagnostics/errors.ts';
import {
  openWorkspace,
  type EachOptions,
  type Project,
  type Selection,
  type Workspace,
  type WorkspaceOptions,
} from '../project/index.ts';
import { flag, text, type Given, type Options, type OptionsOf } from '../project/calls/option.ts';
import type { Outcome, SharedInvocation } from './command.ts';
import { givenTo, projectOf, type Watching } from './open-project.ts';
import { progressOfAll } from './progress.ts';
import { printedOutcome, workspaceOutcome } from './views/workspace-view.ts';
import { styleFor } from './views/text/style.ts';

export const WORKSPACE = {
  all: flag('Do this for every broadcast in gitcast.workspace.yaml, or with its own gitcast.config.yaml'),
  since: text('REF', 'With --all: only broadcasts that changed since this branch left REF'),
} satisfies Options;

/** One broadcast that a command works on. */
export interface Part {
  readonly project: Project;
  /** Its name in the workspace; undefined without --all. */
  readonly folder: string | undefined;
  /** The values of a call's options. With --all an option for a path names a folder, with a path for each broadcast. */
  readonly given: <O extends Options>(options: O) => Partial<OptionsOf<O>>;
  /** The folder of one broadcast in a folder that an option names. */
  readonly below: (path: string | undefined) => string | undefined;
}

interface WorkspaceInvocation extends SharedInvocation {
  readonly options: SharedInvocation['options'] &
    Given<typeof WORKSPACE> & { readonly staged?: boolean | undefined; readonly markdown?: boolean | undefined };
}

export interface EachBroadcast extends Watching {
  /** The name of the command, for headings. */
  readonly command: string;
  /** How many broadcasts are worked on at the same time. */
  readonly atOnce?: number | undefined;
  /** Looks at all broadcasts before the first, and returns those to leave out. */
  readonly before?: EachOptions['before'];
  /** Why, as the end of a sentence. */
  readonly leftOut?: string;
}

export async function forEachBroadcast(
  asked: WorkspaceInvocation,
  manner: EachBroadcast,
  act: (part: Part) => Promise<Outcome>,
): Promise<Outcome> {
  const { options } = asked;
  if (options.all) return forSelected(asked, selectionOf(options), manner, act);
  refuseWithoutAll(options);
  return act({ project: projectOf(asked, manner), folder: undefined, ...pathsOf(options) });
}

/** For one broadcast, a path is what the option says. */
export const pathsOf = (options: object, name?: string): Pick<Part, 'given' | 'below'> => ({
  given: (declared) => givenTo(declared, options, name),
  below: (path) => (path === undefined || name === undefined ? path : join(path, name)),
});

/** The same for a part of the workspace. */
export async function forSelected(
  asked: SharedInvocation & { readonly options: { readonly markdown?: boolean | undefined } },
  selection: Selection,
  manner: EachBroadcast,
  act: (part: Part) => Promise<Outcome>,
): Promise<Outcome> {
  const { options, context } = asked;
  context.limitHeap?.('command');
  const isText = !options.json && !options.markdown;
  const places = {
    terminal: isText ? styleFor(context.stdout, context.env, options) : undefined,
    isOnPage: options.markdown === true || Boolean(context.env['GITHUB_STEP_SUMMARY']),
    isJson: options.json === true,
  };
  const shown = progressOfAll(asked, { hasLines: manner.onEvent !== undefined });
  const workspace = workspaceOf(asked, { signal: manner.signal, onEvent: shown.onEvent });
  const run = await workspace
    .each({ ...selection, atOnce: manner.atOnce, before: manner.before }, async (project, name) => {
      const acting = act({ project, folder: name, ...pathsOf(options, name) });
      const outcome = printedOutcome(await shown.ending(name, acting), places);
      return { ending: { failed: outcome.exitCode === 1 }, outcome };
    })
    .finally(shown.end);
  const { command, leftOut } = manner;
  return workspaceOutcome(run, { command, leftOut, isMarkdown: options.markdown === true, ...places });
}

/** The workspace around the current folder. */
export function workspaceOf(
  { context, options }: SharedInvocation,
  { signal, onEvent }: Pick<WorkspaceOptions, 'signal' | 'onEvent'> = {},
): Workspace {
  if (options.config !== undefined) {
    throw new UserError('--all works on every broadcast of the workspace, and --config names one of them', {
      suggestion: 'remove one of the two',
    });
  }
  const { cwd: folder, env, now } = context;
  return openWorkspace({
    folder,
    env,
    now,
    signal,
    onEvent,
  });
}

export function refuseWithoutAll({ since }: Pick<WorkspaceInvocation['options'], 'since'>): void {
  if (since === undefined) return;
  throw new UserError('--since chooses among several broadcasts, and only one is worked on here', {
    suggestion: 'add --all, or remove --since',
  });
}

const selectionOf = ({ since, staged }: Selection): Selection => ({ since, staged });
