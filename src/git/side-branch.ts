/**
 * A branch kept beside the one people work on: the base branch plus files changed by us, plus commits that people added
 * on top.
 *
 * The wanted content is computed from the tip of the base each time. Our commits form a chain in the branch's history,
 * marked by a trailer, so the difference between the last of them and the wanted content is what is new. If there are
 * no other commits, the next commit of the chain becomes the branch's tip. Otherwise it is merged into the branch. A file
 * for which git reports a conflict stays as the last commit of the chain has it, so it is new again next time, and the
 * others are updated. Nothing is ever rewritten or force-pushed.
 */
import { UserError } from '../diagnostics/errors.ts';
import { gitIn, listed, type Git, type GitEnvironment } from './git.ts';
import { asAuthor, isAncestor, writeCommit } from './objects.ts';
import { readSettings } from './git-settings.ts';
import { inTemporaryWorkTree, workTrees, type ListedWorkTree } from './temporary-work-tree.ts';

export interface SideBranch {
  /** A folder in the user's checkout. */
  readonly folder: string;
  readonly env: GitEnvironment;
  readonly base: string;
  readonly branch: string;
  /**
   * The remote that the base is read from and the branch is pushed to; without one, everything stays in this
   * repository.
   */
  readonly remote: string | undefined;
  /** The target that the edits come from: each branch has one owner. */
  readonly owner: string;
}

/** A file that a commit on the branch changed. */
export interface ChangedFile {
  /** The type of the change. */
  readonly change: 'added' | 'changed' | 'deleted';
  /** From the root of the repository. */
  readonly path: string;
}

export interface Work {
  /** Changes files in the folder, a checkout of the base, and returns their paths from its root. */
  readonly edit: (folder: string) => Promise<readonly string[]>;
  /** For the files that the branch does not have in this form yet. */
  readonly message: (files: readonly ChangedFile[]) => string;
}

export interface SideBranchUpdate {
  /** The new commit; undefined if the branch is up to date. */
  readonly commit: string | undefined;
  readonly files: readonly ChangedFile[];
  /** The files that stay as they are, because commits of people on the branch conflict with their new content. */
  readonly held: readonly string[];
  readonly pushed: boolean;
  /** The reason why it is only in this repository. */
  readonly notPushed?: string;
}

/** The edits conflict with commits of people on the branch, which is left as it is. */
export class BranchConflict extends UserError {}

const TRAILER = 'Gitcast-Pull';

export async function updateSideBranch(wanted: SideBranch, work: Work): Promise<SideBranchUpdate> {
  const { folder, env, branch } = wanted;
  const git = gitIn(folder, { ...env, ...(await identity(gitIn(folder, env))) });
  const others = await workTrees(git);
  const tips = await readTips(git, wanted, others);
  const grown = await inTemporaryWorkTree(git, { commit: tips.base, others }, (inTree) =>
    grow(inTree, tips, { wanted, work }),
  );
  const tip = grown.tip ?? tips.branch;
  if (grown.tip !== undefined) {
    const old = tips.local ?? '0'.repeat(grown.tip.length);
    await git.run(['update-ref', '-m', 'gitcast: remote edits', `refs/heads/${branch}`, grown.tip, old]);
  }
  const pushed = tip === undefined ? { pushed: false } : await pushTip(git, tip, tips, wanted);
  return { commit: grown.tip, files: grown.files, held: grown.held, ...pushed };
}

/** The tips of the base and of the side branch, in this clone and on the remote. */
interface Tips {
  readonly base: string;
  /** The most recent tip of the branch. */
  readonly branch: string | undefined;
  readonly local: string | undefined;
  readonly remote: string | undefined;
}

/** Long enough for a slow connection; a remote that does not respond must not block everything else. */
const NETWORK = { timeout: 120_000 };

async function readTips(
  git: Git,
  { base, branch, remote }: SideBranch,
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
async function pushTip(
  git: Git,
  tip: string,
  tips: Tips,
  { branch, remote }: SideBranch,
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

interface Grown {
  /** Undefined if the branch stays as it is. */
  readonly tip: string | undefined;
  readonly files: readonly ChangedFile[];
  readonly held: readonly string[];
}

const UNCHANGED: Grown = { tip: undefined, files: [], held: [] };

async function grow(
  git: Git,
  { base, branch }: Tips,
  { wanted, work }: { readonly wanted: SideBranch; readonly work: Work },
): Promise<Grown> {
  const edited = await work.edit(git.folder);
  const named = ['--pathspec-from-file=-', '--pathspec-file-nul'];
  if (edited.length > 0) await git.run(['add', '--all', ...named], { input: edited.join('\0') });
  const tree = await git.run(['write-tree']);

  const isMerged = branch !== undefined && (await isAncestor(git, branch, base));
  const last = branch === undefined || isMerged ? base : await lastOfOurs(git, { base, branch }, wanted);
  const relation = await relationOf(git, last, base);
  const present = await mergedTree(git, last, base, relation);
  const nothingLeft = !('tree' in present) && tree === (await treeOf(git, base));
  const before = 'tree' in present ? present.tree : await treeOf(git, last);
  if (tree === before || nothingLeft) return UNCHANGED;
  const { isSigning } = await readSettings(git);
  const parents = relation === 'older' ? [base] : relation === 'newer' ? [last] : [last, base];
  const commitOf = async (content: string) => {
    const files = await changedFiles(git, before, content);
    const message = `${work.message(files)}\n\n${TRAILER}: ${wanted.owner}\n`;
    return { files, tip: await writeCommit(git, { tree: content, parents, message }, { isSigning }) };
  };
  const next = await commitOf(tree);
  if (branch === undefined || branch === last || isMerged) return { ...next, held: [] };

  const merge = `Merge edits from ${wanted.owner} into ${wanted.branch}\n`;
  const mergeOf = async ({ tip, files }: typeof next, merged: string, held: readonly string[]): Promise<Grown> => {
    const commit = { tree: merged, parents: [branch, tip], message: merge };
    return { tip: await writeCommit(git, commit, { isSigning }), files, held };
  };
  const both = await mergedTree(git, branch, next.tip, await relationOf(git, branch, next.tip));
  if ('tree' in both) return mergeOf(next, both.tree, []);
  const kept = await withFilesOf(git, tree, { paths: both.conflicts, from: before });
  if (kept === before) return { ...UNCHANGED, held: both.conflicts };
  const rest = await commitOf(kept);
  const others = await mergedTree(git, branch, rest.tip, await relationOf(git, branch, rest.tip));
  if ('tree' in others) return mergeOf(rest, others.tree, both.conflicts);
  throw new BranchConflict(
    `edits from ${wanted.owner} conflict with commits on ${wanted.branch}: ${others.conflicts.join(', ')}`,
    { suggestion: wayOut(wanted) },
  );
}

/** For people whose commits on the branch conflict with the edits. */
export const wayOut = ({ branch, base }: Pick<SideBranch, 'branch' | 'base'>): string =>
  `merge ${branch} into ${base}, or delete it: the next run starts a new branch from ${base}`;

/** The tree with these files as another tree has them, or without those that it lacks. */
async function withFilesOf(
  git: Git,
  tree: string,
  { paths, from }: { readonly paths: readonly string[]; readonly from: string },
): Promise<string> {
  const entries = listed(await git.run(['ls-tree', '-r', '-z', '--full-tree', from, '--', ...paths]));
  const found = new Set(entries.map((entry) => entry.slice(entry.indexOf('\t') + 1)));
  const none = '0'.repeat(tree.length);
  const removed = paths.filter((path) => !found.has(path)).map((path) => `0 ${none}\t${path}`);
  await git.run(['read-tree', tree]);
  await git.run(['update-index', '-z', '--index-info'], { input: [...entries, ...removed, ''].join('\0') });
  return git.run(['write-tree']);
}

/** The first commit is an ancestor of the second or equal to it, or the other way round, or neither. */
type Relation = 'older' | 'newer' | 'apart';

async function relationOf(git: Git, one: string, other: string): Promise<Relation> {
  if (await isAncestor(git, one, other)) return 'older';
  return (await isAncestor(git, other, one)) ? 'newer' : 'apart';
}

/**
 * The commit to compare with, for a branch that is not merged: our last one that the base does not have yet, or the merge
 * base of the branch and the base.
 */
async function lastOfOurs(
  git: Git,
  { base, branch }: { readonly base: string; readonly branch: string },
  { owner, branch: name }: SideBranch,
): Promise<string> {
  const format = `--format=%H %(trailers:key=${TRAILER},valueonly)`;
  const found = await git.run(['log', '-1', '--topo-order', format, `--grep=^${TRAILER}: `, `${base}..${branch}`]);
  const [last, whose] = found.trim().split(/\s+/);
  if (last === undefined || last === '') return git.run(['merge-base', base, branch]);
  if (whose !== owner) {
    throw new UserError(`the branch ${name} contains edits from ${whose}, but these are from ${owner}`, {
      suggestion: 'use one branch per target: pass --branch NAME',
    });
  }
  return last;
}

type Merged = { readonly tree: string } | { readonly conflicts: readonly string[] };

async function mergedTree(git: Git, ours: string, theirs: string, relation: Relation): Promise<Merged> {
  if (relation !== 'apart') return { tree: await treeOf(git, relation === 'older' ? theirs : ours) };
  await git.run(['checkout', '--quiet', '--force', '--detach', ours]);
  const { ok } = await git.attempt(['merge', '--quiet', '--no-commit', '--no-ff', theirs]);
  if (ok) return { tree: await git.run(['write-tree']) };
  const conflicts = listed(await git.run(['diff', '--name-only', '-z', '--diff-filter=U']));
  await git.attempt(['merge', '--abort']);
  return { conflicts };
}

async function changedFiles(git: Git, before: string, after: string): Promise<readonly ChangedFile[]> {
  const words = listed(await git.run(['diff-tree', '-r', '-z', '--no-renames', '--name-status', before, after]));
  return words.flatMap((path, index) =>
    index % 2 === 0 ? [] : [{ change: CHANGES[words[index - 1]!] ?? 'changed', path }],
  );
}

const CHANGES: Readonly<Record<string, ChangedFile['change']>> = { A: 'added', D: 'deleted' };

const treeOf = (git: Git, name: string): Promise<string> => git.run(['rev-parse', `${name}^{tree}`]);

/** If git has no user configured on this machine, gitcast is the author. */
async function identity(git: Git): Promise<Readonly<Record<string, string>>> {
  if ((await git.attempt(['var', 'GIT_COMMITTER_IDENT'])).ok) return {};
  return asAuthor({ name: 'gitcast', email: 'gitcast@localhost' });
}
