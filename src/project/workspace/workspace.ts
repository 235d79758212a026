/**
 * Many broadcasts in one repository: the calls of a project, for each selected broadcast. One that fails does not stop the
 * others; its error is part of the result. Requests to one host with one key share one budget, however many broadcasts
 * are worked on at the same time.
 */
import { join, resolve } from 'node:path';
import type { Ended, Ending } from '../calls/call.ts';
import type { ProjectEvent } from '../events.ts';
import type { Environment } from '../../repository/caller.ts';
import { projectWith, type Project } from '../project.ts';
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

/** The broadcasts of a repository. */
export interface Workspace {
  /** Lists the selected broadcasts. */
  readonly select: (selection?: Selection) => Promise<Selected>;
  /** Calls a function with the project of each selected broadcast. */
  readonly each: Each;
}

/** Enough to use the time that others wait for a service; each has one snapshot and one plan in memory. */
const AT_ONCE = 4;

/** Opens the workspace around a folder: every broadcast in `gitcast.workspace.yaml`, or below the repository's root. */
export function openWorkspace(options: WorkspaceOptions): Workspace {
  const { env, now, signal, onEvent = () => {} } = options;
  const cwd = resolve(options.folder);

  const select: Workspace['select'] = async (selection = {}) =>
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
      return projectWith({ folder: cwd, configFile, env, now, signal, onEvent: tell }, { gates });
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

  return { select, each };
}

function worstOf(results: readonly BroadcastResult<Ended>[]): Ending {
  const endings = results.map((each) => (each.outcome === 'done' ? each.result.ending : { failed: true }));
  const some = (name: keyof Ending): boolean => endings.some((ending: Ending) => ending[name] === true);
  return { failed: some('failed'), left: some('left'), incomplete: some('incomplete'), changes: some('changes') };
}
