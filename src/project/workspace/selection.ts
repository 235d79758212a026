/** The part of a workspace that a call works on. */
import { join, resolve } from 'node:path';
import type { WorkspaceConfig } from '../../config/workspace-settings.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { changedInIndex, changedSince, type Changes } from '../../git/changed-since.ts';
import { topAbove } from '../../machine/git-folder.ts';
import type { Environment } from '../../repository/caller.ts';
import { CONFIG_FILE } from '../../repository/load-config.ts';
import { workspaceAbove, WORKSPACE_FILE } from '../../repository/workspace-file.ts';
import { readText, managesBroadcast, targetsIn } from '../../repository/read-settings.ts';
import { matchesFolder } from '../../values/folder-patterns.ts';
import { findBroadcasts, removedBroadcasts } from '../../repository/find-broadcasts.ts';
import type { Ended, Ending } from '../calls/call.ts';
import type { Project } from '../project.ts';

/** Which broadcasts of a workspace: all of them by default. */
export interface Selection {
  /** Only broadcasts that changed since the current branch left this commit, branch or tag. */
  readonly since?: string | undefined;
  /** Only broadcasts in these folders. */
  readonly folders?: readonly string[] | undefined;
  /** Only broadcasts that the next commit changes. */
  readonly staged?: boolean | undefined;
}

/** The selected broadcasts of a workspace. */
export interface Selected {
  /** The folder that the names of broadcasts are relative to. */
  readonly root: string;
  /** The names of the selected broadcasts: their folders, sorted; `.` for the root itself. */
  readonly broadcasts: readonly string[];
  /** The number of broadcasts in the workspace. */
  readonly total: number;
  /** Broadcasts whose configuration was deleted since. Nothing is done on their targets. */
  readonly removed: readonly string[];
  /** Broadcasts that have another folder since, which manages the same targets. */
  readonly moved: readonly Moved[];
}

/** A broadcast that has another folder now. */
export interface Moved {
  /** The folder that it had. */
  readonly from: string;
  /** The folder that it has. */
  readonly to: string;
}

export async function selectBroadcasts(folder: string, env: Environment, selection: Selection): Promise<Selected> {
  const workspace = workspaceAbove(resolve(folder), folder);
  const root = workspace?.root ?? topAbove(resolve(folder)) ?? resolve(folder);
  const all = findBroadcasts(root, workspace);
  if (all.length === 0) {
    throw new UserError(`neither ${root} nor a folder below it has a ${CONFIG_FILE}`, {
      suggestion: `gitcast init DIR creates a broadcast; ${WORKSPACE_FILE} lists those of a workspace`,
    });
  }
  const unknown = selection.folders?.find((each) => !all.includes(each));
  if (unknown !== undefined) {
    throw new UserError(`${unknown} is not a broadcast of this workspace`, {
      suggestion: `its broadcasts are ${all.slice(0, 5).join(', ')}${all.length > 5 ? ', …' : ''}`,
    });
  }
  const changes = await changesOf({ cwd: folder, root, env }, selection);
  const affected = changes ? affectedBy(changes.paths, { broadcasts: all, config: workspace?.config }) : all;
  const gone = removedBroadcasts(root, changes?.paths ?? [], workspace);
  const moved = changes && gone.length > 0 ? await movedBroadcasts(root, changes, { gone, candidates: affected }) : [];
  return {
    root,
    broadcasts: affected.filter((each) => selection.folders?.includes(each) ?? true),
    total: all.length,
    removed: gone.filter((each) => !moved.some(({ from }) => from === each)),
    moved,
  };
}

/** Undefined if every broadcast is selected. */
async function changesOf(
  { cwd, root, env }: { readonly cwd: string; readonly root: string; readonly env: Environment },
  { since, staged }: Selection,
): Promise<Changes | undefined> {
  if (staged) return changedInIndex(cwd, root, env);
  return since === undefined ? undefined : changedSince(root, since, env);
}

interface KnownBroadcasts {
  readonly broadcasts: readonly string[];
  readonly config: Pick<WorkspaceConfig, 'shared'> | undefined;
}

/** Files at the top that decide how every broadcast is read: the workspace file, and the version of gitcast. */
const CONCERNS_ALL = /^(?:\.\.\/)*(?:gitcast\.workspace\.yaml|package\.json|package-lock\.json|npm-shrinkwrap\.json)$/;

/** `paths` are relative to the root of the workspace. A file outside it concerns nobody, unless it decides for all. */
export function affectedBy(paths: readonly string[], { broadcasts, config }: KnownBroadcasts): readonly string[] {
  if (paths.some((path) => CONCERNS_ALL.test(path))) return broadcasts;
  const folders = new Set(broadcasts);
  const shared = config?.shared ?? [];
  const affected = new Set<string>();
  for (const path of paths) {
    // A broadcast inside another has its own files.
    const owner = foldersAround(path).find((folder) => folders.has(folder));
    if (owner !== undefined) affected.add(owner);
    for (const { folder, usedBy } of shared) {
      if (!path.startsWith(`${folder}/`)) continue;
      for (const each of broadcasts) if (matchesFolder(usedBy, each)) affected.add(each);
    }
  }
  return broadcasts.filter((folder) => affected.has(folder));
}

/** The folders that a path is in, the innermost first; the last one is the root. */
function foldersAround(path: string): readonly string[] {
  if (path.startsWith('../')) return [];
  const parts = path.split('/').slice(0, -1);
  return [...parts.map((_, index) => parts.slice(0, parts.length - index).join('/')), '.'];
}

/** Another folder manages what they created. Compared by their targets: a new broadcast is often a copy of another one in everything else. */
async function movedBroadcasts(
  root: string,
  { before }: Changes,
  { gone, candidates }: { readonly gone: readonly string[]; readonly candidates: readonly string[] },
): Promise<readonly Moved[]> {
  const configs = candidates.map((to) => ({ to, text: readText(join(root, to, CONFIG_FILE)) }));
  const found = gone.map(async (from): Promise<readonly Moved[]> => {
    const targets = targetsIn((await before(`${from}/${CONFIG_FILE}`)) ?? '');
    const { to } = configs.find(({ text }) => targets.some((each) => managesBroadcast(text, each))) ?? {};
    return to === undefined ? [] : [{ from, to }];
  });
  return (await Promise.all(found)).flat();
}

/** A call for each of several broadcasts. */

/** The result of a call for several broadcasts. */
export interface WorkspaceRun<T> extends Selected {
  /** One for each selected broadcast, in the same order. */
  readonly results: readonly BroadcastResult<T>[];
  /** Selected broadcasts that the call does not concern. */
  readonly leftOut: readonly string[];
  /** True of any of them. */
  readonly ending: Ending;
}

/** The result for one broadcast. */
export type BroadcastResult<T> =
  /** The call returned. */
  | { readonly folder: string; readonly outcome: 'done'; readonly result: T }
  /** The call threw this error, usually a `UserError`. */
  | { readonly folder: string; readonly outcome: 'failed'; readonly error: unknown }
  /** The call was stopped before. */
  | { readonly folder: string; readonly outcome: 'not-started' };

/** Which broadcasts a call works on, and how many at the same time. */
export interface EachOptions extends Selection {
  /** How many broadcasts are worked on at the same time (default: 4). */
  readonly atOnce?: number | undefined;
  /** Looks at all selected broadcasts before the first call, and returns those to leave out. Throws to refuse all. */
  readonly before?: ((projects: ReadonlyMap<string, Project>) => Promise<readonly string[]>) | undefined;
}

/** Calls a function with the project of each selected broadcast. */
export type Each = <T extends Ended>(
  options: EachOptions,
  call: (project: Project, folder: string) => Promise<T>,
) => Promise<WorkspaceRun<T>>;
