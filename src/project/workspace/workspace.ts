/**
 * Many broadcasts in one repository: the calls of a project, for each selected broadcast. One that fails does not stop the
 * others; its error is part of the result. Requests to one host with one key share one budget, however many broadcasts
 * are worked on at the same time.
 */
import { join, resolve } from 'node:path';
import type { Ended, Ending } from '../calls/call.ts';
import type { ProjectEvent } from '../events.ts';
import type { Environment, Question } from '../../repository/caller.ts';
import type { Planned, PlanOptions } from '../planning/plan.ts';
import type { Status } from '../planning/status.ts';
import { projectWith, type Project } from '../project.ts';
import type { PublishedSite, PublishOptions } from '../publish/publish.ts';
import type { Built, BuildOptions } from '../site/build.ts';
import type { Synced, SyncOptions } from '../sync/sync.ts';
import type { TargetOptions } from '../calls/shared-options.ts';
import type { Validation, ValidateOptions } from '../check/validate.ts';
import type { BroadcastResult, Each, EachOptions, WorkspaceRun, Selected, Selection } from './selection.ts';
import { inTurn } from '../../values/in-turn.ts';

/** The options of `openWorkspace`. */
export interface WorkspaceOptions {
  /** A folder in the workspace; shown file names are relative to it. */
  readonly folder: string;
  /** The source of keys and secrets, such as `process.env`; `.env` beside each configuration is read too. */
  readonly env: Environment;
  /** The clock for building sites (default: the real one). */
  readonly now?: (() => Date) | undefined;
  /** Stops the current call: broadcasts in progress end as a project does, and no other is started. */
  readonly signal?: AbortSignal | undefined;
  /** Receives the steps of each call. */
  readonly onEvent?: ((event: WorkspaceEvent) => void) | undefined;
  /** Asks a person, one question at a time. */
  readonly confirm?: ((question: Question, folder: string) => Promise<boolean>) | undefined;
}

/** The steps of a call for several broadcasts. */
export type WorkspaceEvent =
  /** The call begins, with these of all broadcasts. */
  | { readonly type: 'broadcasts-selected'; readonly broadcasts: readonly string[]; readonly total: number }
  /** The work on one of them begins. */
  | { readonly type: 'broadcast-started'; readonly folder: string }
  /** An event of the project of one of them. */
  | { readonly type: 'in-broadcast'; readonly folder: string; readonly event: ProjectEvent }
  /** The work on one of them has ended. */
  | { readonly type: 'broadcast-ended'; readonly folder: string; readonly failed: boolean };

/** The broadcasts of a repository. Every call takes the options of the same call of a project, and a selection. */
export interface Workspace extends ReturnType<typeof openWorkspace> {}

/** Enough to use the time that others wait for a service; each has one snapshot and one plan in memory. */
const AT_ONCE = 4;

/** Opens the workspace around a folder: every broadcast in `gitcast.workspace.yaml`, or below the repository's root. */
export function openWorkspace(options: WorkspaceOptions) {
  const { env, now, signal, confirm, onEvent = () => {} } = options;
  const cwd = resolve(options.folder);
  const ask = confirm && oneAtATime(confirm);

  const select = async (selection: Selection = {}): Promise<Selected> =>
    (await import('./selection.ts')).selectBroadcasts(cwd, env, selection);

  const each: Each = async <T extends Ended>(
    { atOnce = AT_ONCE, before, ...selection }: EachOptions,
    call: (project: Project, folder: string) => Promise<T>,
  ): Promise<WorkspaceRun<T>> => {
    const selected = await select(selection);
    const { root, total } = selected;
    const { sharedGates } = await import('../../target/gates.ts');
    const { CONFIG_FILE } = await import('../../repository/load-config.ts');
    const gates = sharedGates(signal);
    const projectIn = (folder: string): Project => {
      const configFile = join(root, folder, CONFIG_FILE);
      const tell = (event: ProjectEvent): void => onEvent({ type: 'in-broadcast', folder, event });
      const asking = ask && ((question: Question) => ask(question, folder));
      return projectWith({ folder: cwd, configFile, env, now, signal, onEvent: tell, confirm: asking }, { gates });
    };
    const run = async (folder: string): Promise<BroadcastResult<T>> => {
      if (signal?.aborted) return { folder, outcome: 'not-started' };
      onEvent({ type: 'broadcast-started', folder });
      try {
        const result = await call(projectIn(folder), folder);
        onEvent({ type: 'broadcast-ended', folder, failed: result.ending.failed ?? false });
        return { folder, outcome: 'done', result };
      } catch (error) {
        onEvent({ type: 'broadcast-ended', folder, failed: true });
        return { folder, outcome: 'failed', error };
      }
    };
    const leftOut = (await before?.(new Map(selected.broadcasts.map((folder) => [folder, projectIn(folder)])))) ?? [];
    const broadcasts = selected.broadcasts.filter((folder) => !leftOut.includes(folder));
    onEvent({ type: 'broadcasts-selected', broadcasts, total });
    const results = await inTurn(broadcasts, atOnce, run);
    return { ...selected, broadcasts, results, leftOut, ending: worstOf(results) };
  };

  /** Takes the options that choose broadcasts apart from those of the call for each of them. */
  const callEach = <O extends EachOptions, T extends Ended>(
    { atOnce, before, since, folders, staged, ...asked }: O,
    call: (project: Project, asked: Omit<O, keyof EachOptions>, folder: string) => Promise<T>,
  ): Promise<WorkspaceRun<T>> =>
    each({ atOnce, before, since, folders, staged }, (project, folder) => call(project, asked, folder));

  return {
    /** Lists the selected broadcasts. */
    select,
    /** Calls a function with the project of each selected broadcast. */
    each,
    /** Checks the files of each broadcast, offline. */
    validate: (options: EachOptions & ValidateOptions = {}): Promise<WorkspaceRun<Validation>> =>
      // Only reading files, so there is nothing to wait for.
      callEach({ ...options, atOnce: options.atOnce ?? 1 }, (project, asked) =>
        project.validate({ ...asked, staged: options.staged }),
      ),
    /** Plans a sync of each broadcast. Changes nothing. */
    plan: (options: EachOptions & PlanOptions = {}): Promise<WorkspaceRun<Planned>> =>
      callEach(options, (project, asked) => project.plan(asked)),
    /** A function that approves is called for one broadcast at a time. */
    sync: (options: EachOptions & SyncOptions): Promise<WorkspaceRun<Synced>> =>
      callEach(approvedInTurn(options), (project, asked) => project.sync(asked)),
    /** `out` is a folder: the site of `festivals/lyon` is written to `OUT/festivals/lyon`. */
    build: (options: EachOptions & BuildOptions = {}): Promise<WorkspaceRun<Built>> =>
      // A build uses all cores by itself, if it is large.
      callEach({ ...options, atOnce: options.atOnce ?? 1 }, (project, asked, folder) =>
        project.build({ ...asked, out: asked.out && join(asked.out, folder) }),
      ),
    /**
     * Leaves out broadcasts that do not publish, and refuses if two publish to the same place. `from` is a folder that `build`
     * has written. A function that approves is called for one broadcast at a time.
     */
    publish: async (options: EachOptions & PublishOptions): Promise<WorkspaceRun<PublishedSite>> => {
      const { publishing } = await import('../publish/places.ts');
      const before: EachOptions['before'] = (projects) => publishing(projects, options.name);
      return callEach({ ...approvedInTurn(options), before }, (project, asked, folder) =>
        project.publish({ ...asked, from: asked.from && join(asked.from, folder) }),
      );
    },
    /** Lists what is managed, drifted and unmanaged on the target of each broadcast. */
    status: (options: EachOptions & TargetOptions = {}): Promise<WorkspaceRun<Status>> =>
      callEach(options, (project, asked) => project.status(asked)),
  };
}

/** A person answers for one broadcast at a time. */
const approvedInTurn = <O extends EachOptions & { readonly approve: unknown }>(options: O): O =>
  options.approve === true ? options : { ...options, atOnce: 1 };

function worstOf(results: readonly BroadcastResult<Ended>[]): Ending {
  const endings = results.map((each) => (each.outcome === 'done' ? each.result.ending : { failed: true }));
  const some = (name: keyof Ending): boolean => endings.some((ending: Ending) => ending[name] === true);
  return { failed: some('failed'), left: some('left'), incomplete: some('incomplete'), changes: some('changes') };
}

/** Two questions at the same time would mix on a terminal. */
function oneAtATime<A extends readonly unknown[], R>(ask: (...asked: A) => Promise<R>): (...asked: A) => Promise<R> {
  let last: Promise<unknown> = Promise.resolve();
  return (...asked) => {
    const answer = last.then(() => ask(...asked));
    last = answer.catch(() => undefined);
    return answer;
  };
}
