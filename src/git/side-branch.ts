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
import { gitIn, type Git, type GitEnvironment } from './git.ts';
import { asAuthor, isAncestor, writeCommit } from './objects.ts';
import { readSettings } from './settings.ts';
import { pushTip, readTips, type Tips } from './side-branch-tips.ts';
import { inTemporaryWorkTree, workTrees } from './temporary-work-tree.ts';

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
  /** What happened to it. */
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
  const grown = await inTemporaryWorkTree(git, { commit: tips.base, others }, (place, inTree) =>
    grow({ git: inTree, folder: place, tips, wanted, work }),
  );
  const tip = grown.tip ?? tips.branch;
  if (grown.tip !== undefined) {
    const old = tips.local ?? '0'.repeat(grown.tip.length);
    await git.run(['update-ref', '-m', 'gitcast: remote edits', `refs/heads/${branch}`, grown.tip, old]);
  }
  const pushed = tip === undefined ? { pushed: false } : await pushTip(git, tip, tips, wanted);
  return { commit: grown.tip, files: grown.files, held: grown.held, ...pushed };
}

interface Growing {
  readonly git: Git;
  readonly folder: string;
  readonly tips: Tips;
  readonly wanted: SideBranch;
  readonly work: Work;
}

interface Grown {
  /** Undefined if the branch stays as it is. */
  readonly tip: string | undefined;
  readonly files: readonly ChangedFile[];
  readonly held: readonly string[];
}

const UNCHANGED: Grown = { tip: undefined, files: [], held: [] };

async function grow({ git, folder, tips, wanted, work }: Growing): Promise<Grown> {
  const { base, branch } = tips;
  const edited = await work.edit(folder);
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
  const kept = await withFilesOf(git, { tree, paths: both.conflicts, from: before });
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

interface Exchange {
  readonly tree: string;
  readonly paths: readonly string[];
  readonly from: string;
}

/** The tree with these files as another tree has them, or without those that it lacks. */
async function withFilesOf(git: Git, { tree, paths, from }: Exchange): Promise<string> {
  const listed = await git.run(['ls-tree', '-r', '-z', '--full-tree', from, '--', ...paths]);
  const entries = listed.split('\0').filter((entry) => entry !== '');
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
  const unmerged = await git.run(['diff', '--name-only', '-z', '--diff-filter=U']);
  await git.attempt(['merge', '--abort']);
  return { conflicts: unmerged.split('\0').filter((path) => path !== '') };
}

async function changedFiles(git: Git, before: string, after: string): Promise<readonly ChangedFile[]> {
  const text = await git.run(['diff-tree', '-r', '-z', '--no-renames', '--name-status', before, after]);
  const words = text.split('\0').filter((word) => word !== '');
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
