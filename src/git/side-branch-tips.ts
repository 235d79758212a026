/** The tips of the base and of the side branch, in this clone and on the remote. */
import { UserError } from '../diagnostics/errors.ts';
import type { Git } from './git.ts';
import { isAncestor } from './objects.ts';
import type { ListedWorkTree } from './temporary-work-tree.ts';

interface Names {
  readonly base: string;
  readonly branch: string;
  readonly remote: string | undefined;
}

export interface Tips {
  readonly base: string;
  /** The most recent tip of the branch. */
  readonly branch: string | undefined;
  readonly local: string | undefined;
  readonly remote: string | undefined;
}

/** Long enough for a slow connection; a remote that does not respond must not block everything else. */
const NETWORK = { timeout: 120_000 };

export async function readTips(
  git: Git,
  { base, branch, remote }: Names,
  workTrees: readonly ListedWorkTree[],
): Promise<Tips> {
  refuseCheckedOut(workTrees, branch);
  if (remote !== undefined) await fetchTips(git, remote, [base, branch]);
  const here = (name: string): string => `refs/heads/${name}`;
  const there = (name: string): string => (remote === undefined ? here(name) : `refs/remotes/${remote}/${name}`);
  const commits = await commitsOf(git, [there(base), here(branch), there(branch)]);
  const baseTip = commits.get(there(base));
  if (baseTip === undefined) {
    throw new UserError(`there is no branch ${base}${remote === undefined ? '' : ` at ${remote}`} with a commit`, {
      suggestion: 'pass the branch that changes are merged into with --base NAME',
    });
  }
  const local = commits.get(here(branch));
  const pushed = remote === undefined ? undefined : commits.get(there(branch));
  return { base: baseTip, branch: await furthest(git, local, pushed, branch), local, remote: pushed };
}

/** By their names, because a clone of a single branch fetches no other. The side branch need not exist yet: then git refuses. */
async function fetchTips(git: Git, remote: string, names: readonly string[]): Promise<void> {
  const fetch = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', remote];
  const tips = names.map((name) => `+refs/heads/${name}:refs/remotes/${remote}/${name}`);
  if (!(await git.attempt([...fetch, ...tips], NETWORK)).ok) await git.run(fetch, NETWORK);
}

/** By the full name of each branch; one that does not exist is absent. */
async function commitsOf(git: Git, refs: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const listed = await git.run(['for-each-ref', '--format=%(refname) %(objectname)', ...refs]);
  return new Map(listed.split('\n').map((line) => line.split(' ') as [string, string]));
}

async function furthest(
  git: Git,
  local: string | undefined,
  remote: string | undefined,
  name: string,
): Promise<string | undefined> {
  if (local === undefined || remote === undefined) return local ?? remote;
  if (await isAncestor(git, local, remote)) return remote;
  if (await isAncestor(git, remote, local)) return local;
  throw new UserError(`the branch ${name} has diverged from the remote`, {
    suggestion: `merge them, or delete the one you do not need: git branch -D ${name}`,
  });
}

/** In a work tree that has the branch checked out, its files would look like reverted changes. */
function refuseCheckedOut(workTrees: readonly ListedWorkTree[], branch: string): void {
  const holder = workTrees.find(({ ref }) => ref === `refs/heads/${branch}`);
  if (!holder) return;
  throw new UserError(`the branch ${branch} is checked out in ${holder.folder}, so gitcast does not change it`, {
    suggestion: 'check out a different branch there',
  });
}

/** Also pushes commits that an earlier push could not deliver. */
export async function pushTip(
  git: Git,
  tip: string,
  tips: Tips,
  { branch, remote }: Names,
): Promise<{ readonly pushed: boolean; readonly notPushed?: string }> {
  if (remote === undefined || tip === tips.remote || (await isAncestor(git, tip, tips.base))) return { pushed: false };
  try {
    await git.run(['push', '--quiet', remote, `${tip}:refs/heads/${branch}`], NETWORK);
    return { pushed: true };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { pushed: false, notPushed: error.message };
  }
}
