/**
 * A branch that is kept beside the one people work on: always the base branch with some files changed by us, and with
 * what people committed on top of it.
 *
 * What we want there is worked out anew each time, from the tip of the base. Our commits form a chain in the history of
 * the branch, told by a trailer, so the difference between the last of them and what is wanted now is what is new. Where
 * nobody else has committed, the next of the chain is the branch's tip. Otherwise it is merged into the branch as git
 * merges, and where that is not possible, nothing is changed. Nothing is ever rewritten or pushed with force.
 */
import { UserError } from '../diagnostics/errors.ts';
import { gitIn, type Git } from './git.ts';
import { asAuthor, isAncestor, writeCommit } from './objects.ts';
import { pushTip, readTips, type Tips } from './side-branch-tips.ts';
import { inTemporaryWorkTree } from './temporary-work-tree.ts';

export interface SideBranch {
  /** A folder of the user's checkout. */
  readonly folder: string;
  readonly base: string;
  readonly branch: string;
  /** Where the base is read from and the branch is pushed to; without one everything stays in this repository. */
  readonly remote: string | undefined;
  /** Whose edits these are: one branch is for one owner. */
  readonly owner: string;
}

export interface ChangedFile {
  readonly change: 'added' | 'changed' | 'deleted';
  /** From the root of the repository. */
  readonly path: string;
}

export interface Work {
  /** Changes files in the folder, a checkout of the base, and names them by their paths from its root. */
  readonly edit: (folder: string) => Promise<readonly string[]>;
  /** For the files that are not yet so on the branch. */
  readonly message: (files: readonly ChangedFile[]) => string;
}

export interface SideBranchUpdate {
  /** What was committed; none where the branch has it all. */
  readonly commit: string | undefined;
  readonly files: readonly ChangedFile[];
  readonly pushed: boolean;
  /** Why it is only in this repository. */
  readonly notPushed?: string;
}

const TRAILER = 'Gitcast-Pull';

export async function updateSideBranch(wanted: SideBranch, work: Work): Promise<SideBranchUpdate> {
  const { folder, branch } = wanted;
  const git = gitIn(folder, await identity(gitIn(folder)));
  const tips = await readTips(git, wanted);
  const grown = await inTemporaryWorkTree(git, tips.base, (place, inTree) =>
    grow({ git: inTree, folder: place, tips, wanted, work }),
  );
  const tip = grown?.tip ?? tips.branch;
  if (grown) {
    const old = tips.local ?? '0'.repeat(grown.tip.length);
    await git.run(['update-ref', '-m', 'gitcast: remote edits', `refs/heads/${branch}`, grown.tip, old]);
  }
  const pushed = tip === undefined ? { pushed: false } : await pushTip(git, tip, tips, wanted);
  return { commit: grown?.tip, files: grown?.files ?? [], ...pushed };
}

interface Growing {
  readonly git: Git;
  readonly folder: string;
  readonly tips: Tips;
  readonly wanted: SideBranch;
  readonly work: Work;
}

interface Grown {
  readonly tip: string;
  readonly files: readonly ChangedFile[];
}

async function grow({ git, folder, tips, wanted, work }: Growing): Promise<Grown | undefined> {
  const { base, branch } = tips;
  const edited = await work.edit(folder);
  const named = ['--pathspec-from-file=-', '--pathspec-file-nul'];
  if (edited.length > 0) await git.run(['add', '--all', ...named], { input: edited.join('\0') });
  const tree = await git.run(['write-tree']);

  const last = await lastOfOurs(git, tips, wanted);
  const present = await mergedTree(git, last, base);
  const nothingLeft = !('tree' in present) && tree === (await treeOf(git, base));
  const before = 'tree' in present ? present.tree : await treeOf(git, last);
  if (tree === before || nothingLeft) return undefined;
  const files = await changedFiles(git, before, tree);
  const message = `${work.message(files)}\n\n${TRAILER}: ${wanted.owner}\n`;
  const next = await writeCommit(git, { tree, parents: await parentsAfter(git, last, base), message });
  if (branch === undefined || branch === last || (await isAncestor(git, branch, base))) return { tip: next, files };

  const both = await mergedTree(git, branch, next);
  if (!('tree' in both)) {
    throw new UserError(
      `what was edited on ${wanted.owner} does not fit what was committed on ${wanted.branch}: ${both.conflicts.join(', ')}`,
      { suggestion: `merge ${wanted.branch} or put it aside, then it begins anew from ${wanted.base}` },
    );
  }
  const merge = `Merge the edits of ${wanted.owner} into ${wanted.branch}\n`;
  return { tip: await writeCommit(git, { tree: both.tree, parents: [branch, next], message: merge }), files };
}

/** The last of ours and the base, without the one that is in the other's history. */
async function parentsAfter(git: Git, last: string, base: string): Promise<readonly string[]> {
  if (await isAncestor(git, last, base)) return [base];
  return (await isAncestor(git, base, last)) ? [last] : [last, base];
}

/** The commit to compare with: our last one that the base does not have yet, or where the branch left the base. */
async function lastOfOurs(git: Git, { base, branch }: Tips, { owner, branch: name }: SideBranch): Promise<string> {
  if (branch === undefined || (await isAncestor(git, branch, base))) return base;
  const format = `--format=%H %(trailers:key=${TRAILER},valueonly)`;
  const found = await git.run(['log', '-1', '--topo-order', format, `--grep=^${TRAILER}: `, `${base}..${branch}`]);
  const [last, whose] = found.trim().split(/\s+/);
  if (last === undefined || last === '') return git.run(['merge-base', base, branch]);
  if (whose !== owner) {
    throw new UserError(`the branch ${name} holds the edits of ${whose}, and these are of ${owner}`, {
      suggestion: 'use a branch for each target, with --branch NAME',
    });
  }
  return last;
}

type Merged = { readonly tree: string } | { readonly conflicts: readonly string[] };

async function mergedTree(git: Git, ours: string, theirs: string): Promise<Merged> {
  if (await isAncestor(git, theirs, ours)) return { tree: await treeOf(git, ours) };
  if (await isAncestor(git, ours, theirs)) return { tree: await treeOf(git, theirs) };
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

/** On a machine where git does not know who commits, gitcast does. */
async function identity(git: Git): Promise<Readonly<Record<string, string>>> {
  if ((await git.attempt(['var', 'GIT_COMMITTER_IDENT'])).ok) return {};
  return asAuthor({ name: 'gitcast', email: 'gitcast@localhost' });
}
