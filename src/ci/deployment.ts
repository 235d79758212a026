/**
 * How far a repository is deployed: the commit up to which all broadcasts were synced to a target, or published, and those that
 * were begun since. A run that fails or waits leaves the former where it is. What the latter have on their targets may then be
 * neither what that commit nor what the present one says, as after a revert, so they are part of every run until one is complete.
 */
import { hash } from 'node:crypto';
import { UserError } from '../diagnostics/errors.ts';
import type { Selected, Selection } from '../project/index.ts';
import { DONE, type Ci, type JobEnding } from './ci.ts';
import { commitOf, fetchHistory, isAncestor, isContentOf, NETWORK, partOf, tipOf } from './repository.ts';

type Deployment = { readonly target: string } | 'published';

interface Progress {
  /** The last complete deployment. */
  readonly last: string;
  /** The commits of those that were begun since, by their refs. */
  readonly begun: ReadonlyMap<string, string>;
}

/** No commit has this id: everything counts as changed since. */
const NEVER = '0'.repeat(40);

const nameOf = (of: Deployment): string => (of === 'published' ? of : `deployed/${of.target}`);

const completeRef = (of: Deployment): string => `refs/gitcast/${nameOf(of)}`;

const begunRefs = (of: Deployment): string => `refs/gitcast/begun/${nameOf(of)}/`;

export const begunRef = (of: Deployment, folder: string): string => begunRefs(of) + hash('sha256', folder).slice(0, 16);

/** The broadcasts that differ from the last complete deployment, and those that were begun since. */
export async function sinceDeployment(ci: Ci, of: Deployment): Promise<Selection> {
  const { work } = ci;
  if (!work.isWorkspace) return {};
  const { last, begun } = await progressOf(ci, of);
  const { broadcasts: all } = await work.select({});
  const changed = await work.select({ differsFrom: last });
  const moved = await movedSince(ci, goneFrom(begun, all, of));
  const affected = new Set([...changed.broadcasts, ...moved.map(({ to }) => to)]);
  const { broadcasts: own } = await work.select(partOf(ci));
  const broadcasts = own.filter((folder) => affected.has(folder) || begun.has(begunRef(of, folder)));
  return { selected: { ...changed, broadcasts, moved: [...changed.moved, ...moved] } };
}

/** Notes, before anything is sent, that these broadcasts are no longer as the last complete deployment left them. */
export async function beginDeployment(ci: Ci, of: Deployment, folders: readonly string[]): Promise<void> {
  if (folders.length === 0) return;
  // A job that waited for its approval may start when later commits are deployed.
  if (await isBehindLast(ci, of)) {
    throw new UserError('a later commit is deployed already, and this one would revert it: nothing was sent', {
      suggestion: 'start the jobs of the newest commit; to go back to an earlier one, revert the later ones in git',
    });
  }
  await ci.git.run(['push', '--quiet', 'origin', ...folders.map((each) => `+HEAD:${begunRef(of, each)}`)], NETWORK);
}

/** The last complete deployment is of a later commit than the checkout. */
export async function isBehindDeployment(ci: Ci, of: Deployment): Promise<boolean> {
  await progressOf(ci, of);
  return isBehindLast(ci, of);
}

const isBehindLast = async (ci: Ci, of: Deployment): Promise<boolean> =>
  (await isAncestor(ci, 'HEAD', completeRef(of))) && !(await isAncestor(ci, completeRef(of), 'HEAD'));

/** Notes that everything up to this commit is deployed, unless a later commit is already. */
export async function markDeployed(ci: Ci, of: Deployment): Promise<JobEnding> {
  const { git, say, work } = ci;
  if (!(await fetchHistory(ci))) throw new UserError('the history of this branch could not be fetched');
  const { last, begun } = await progressOf(ci, of);
  const head = await commitOf(ci, 'HEAD');
  if (last !== head && last !== NEVER && (await isAncestor(ci, head, last))) {
    say('A later commit is deployed already.');
    return DONE;
  }
  const gone = goneFrom(begun, (await work.select({})).broadcasts, of);
  // With `state: file`, the commit with the state comes after the one that was begun.
  const same = new Set([head]);
  for (const commit of new Set(begun.values())) if (await isContentOf(ci, commit)) same.add(commit);
  // A run of another commit may have begun one in the meantime: that one is part of the next run.
  const done = [...begun].filter(([ref, commit]) => same.has(commit) || gone.has(ref)).map(([ref]) => `:${ref}`);
  await git.run(['push', '--quiet', 'origin', `+HEAD:${completeRef(of)}`, ...done], NETWORK);
  return DONE;
}

/** The same for one broadcast, whose state refuses older commits. Only `renew` needs it, so a job without it has not failed. */
export async function noteDeployed({ git, runner, say }: Ci, target: string): Promise<void> {
  if (runner.host === 'none') return;
  const ref = completeRef({ target });
  if ((await git.attempt(['push', '--quiet', 'origin', `+HEAD:${ref}`], NETWORK)).ok) return;
  say(`${ref} could not be pushed, so the plans of open pull requests are not made again.`);
}

/**
 * The folders of broadcasts that the default branch has in a form which is not on the target: a run failed, waits for an
 * approval, or is still to come.
 */
export async function foldersNotDeployed(ci: Ci, target: string): Promise<readonly string[]> {
  const { work } = ci;
  const isNewest = await isContentOf(ci, await tipOf(ci));
  if (work.isWorkspace) {
    const { selected } = isNewest ? await sinceDeployment(ci, { target }) : { selected: undefined };
    return (selected ?? (await work.select({}))).broadcasts;
  }
  const { last } = await progressOf(ci, { target });
  return isNewest && (await isContentOf(ci, last)) ? [] : ['.'];
}

async function progressOf({ git }: Ci, of: Deployment): Promise<Progress> {
  const [complete, begun] = [completeRef(of), begunRefs(of)];
  // As patterns, which may match nothing.
  const wanted = [`${complete}*`, `${begun}*`].map((refs) => `+${refs}:${refs}`);
  const { ok } = await git.attempt(['fetch', '--quiet', '--prune', '--no-tags', 'origin', ...wanted], NETWORK);
  if (!ok) return { last: NEVER, begun: new Map() };
  const text = await git.run(['for-each-ref', '--format=%(refname) %(objectname)', complete, begun]);
  const lines = text.split('\n').filter((line) => line !== '');
  const { [complete]: last = NEVER, ...others } = Object.fromEntries(lines.map((line) => line.split(' '))) as Readonly<
    Record<string, string>
  >;
  return { last, begun: new Map(Object.entries(others)) };
}

/** Those that were begun in folders which the workspace no longer has. */
function goneFrom(begun: Progress['begun'], all: readonly string[], of: Deployment): Progress['begun'] {
  const present = new Set(all.map((folder) => begunRef(of, folder)));
  return new Map([...begun].filter(([ref]) => !present.has(ref)));
}

/** Where they are now: a folder may have been renamed, and renamed back. */
async function movedSince({ work }: Ci, gone: Progress['begun']): Promise<Selected['moved']> {
  const found = await Promise.all(
    [...new Set(gone.values())].map(async (differsFrom) => (await work.select({ differsFrom })).moved),
  );
  return found.flat();
}
