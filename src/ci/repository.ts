/** Work of jobs on the repository itself. */
import { UserError } from '../diagnostics/errors.ts';
import type { Git } from '../git/git.ts';
import { isShallow } from '../git/fetch-commit.ts';
import type { Ci } from './ci.ts';

/** Long enough for the history of a large repository. */
export const NETWORK = { timeout: 600_000 };

/** A shallow clone lacks earlier versions of the programme and their tags, and cannot tell which commit is older. */
export async function fetchHistory({ git }: Pick<Ci, 'git'>): Promise<boolean> {
  const isWhole =
    WHOLE.has(git) ||
    !(await isShallow(git)) ||
    (await git.attempt(['fetch', '--quiet', '--unshallow', '--tags', '--force', 'origin'], NETWORK)).ok;
  if (isWhole) WHOLE.add(git);
  return isWhole;
}

export async function requireHistory(ci: Pick<Ci, 'git'>): Promise<void> {
  if (!(await fetchHistory(ci))) throw new UserError('the history of this branch could not be fetched');
}

/** Several steps of a job need it. */
const WHOLE = new WeakSet<Git>();

export async function branchOf({ runner, git }: Ci): Promise<string> {
  if (runner.branch !== undefined) return runner.branch;
  const { ok, text } = await git.attempt(['symbolic-ref', '--quiet', '--short', 'HEAD']);
  if (ok) return text.trim();
  throw new UserError('this checkout is of a commit, so the branch that it belongs to is unknown', {
    suggestion: 'set GITCAST_BRANCH to the branch that merges go to, such as main',
  });
}

export const commitOf = ({ git }: Pick<Ci, 'git'>, revision: string): Promise<string> =>
  git.run(['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]);

export const isAncestor = async ({ git }: Pick<Ci, 'git'>, older: string, newer: string): Promise<boolean> =>
  (await git.attempt(['merge-base', '--is-ancestor', older, newer])).ok;

/**
 * Merges the base into the checkout of a pull request, and returns the commit of the base. The branch alone lacks what was
 * merged and synced since it was created, and its plan would be refused because it reverts that. A merge that the host
 * checked out may be outdated too.
 */
export async function mergeBase(ci: Ci): Promise<string | undefined> {
  const { runner, git, say } = ci;
  const { base } = runner;
  if (base === undefined) return undefined;
  const branch = `refs/remotes/origin/${base}`;
  // A checkout on GitHub has all branches, and this job no token to fetch them again.
  await git.attempt(['fetch', '--quiet', 'origin', `+refs/heads/${base}:${branch}`], NETWORK);
  const { ok, text } = await git.attempt(['rev-parse', '--verify', '--quiet', branch]);
  if (!ok) {
    say(`The branch ${base} could not be fetched, so the plan is for this commit alone.`);
    return undefined;
  }
  const tip = text.trim();
  if (await isAncestor(ci, tip, 'HEAD')) return tip;
  // In a shallow clone, the two seem to be unrelated.
  if (!(await fetchHistory(ci)) || (await isAncestor(ci, tip, 'HEAD'))) return tip;
  if ((await git.attempt(['merge', '--quiet', '--no-edit', tip])).ok) {
    say(`The plan is for this branch merged into ${base}.`);
  } else {
    await git.attempt(['merge', '--abort']);
    say(`This branch cannot be merged into ${base}, so the plan is for the branch alone.`);
  }
  return tip;
}

/** The newest commit of the branch that this job is for; empty if it cannot be fetched. */
export async function tipOf(ci: Ci): Promise<string> {
  const { ok } = await ci.git.attempt(['fetch', '--quiet', 'origin', `refs/heads/${await branchOf(ci)}`], NETWORK);
  return ok ? commitOf(ci, 'FETCH_HEAD') : '';
}

/** The states of the repository, or of each broadcast in it. */
export const STATES = ':(top,glob)**/.gitcast/state/**';

/** The commit has the files of this checkout, except those of the state, which a sync pushes. */
export const isContentOf = async ({ git }: Pick<Ci, 'git'>, commit: string): Promise<boolean> =>
  (await git.attempt(['diff', '--quiet', commit, 'HEAD', '--', ':/', STATES.replace('(', '(exclude,')])).ok;
