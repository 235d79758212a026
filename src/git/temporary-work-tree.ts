/** A temporary second work tree of a repository: the user's own is never touched. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { isAlive } from '../machine/processes.ts';
import type { Git } from './git.ts';

const NAME = /^gitcast-work-tree-(\d+)-/;

export async function inTemporaryWorkTree<T>(
  git: Git,
  { commit, others }: { readonly commit: string; readonly others: readonly ListedWorkTree[] },
  use: (git: Git) => Promise<T>,
): Promise<T> {
  await removeLeftovers(git, others);
  const place = mkdtempSync(join(tmpdir(), `gitcast-work-tree-${process.pid}-`));
  const folder = join(place, 'tree');
  try {
    await git.run(['worktree', 'add', '--quiet', '--detach', folder, commit]);
    return await use(git.in(folder));
  } finally {
    await discard(git, folder);
  }
}

async function discard(git: Git, folder: string): Promise<void> {
  rmSync(dirname(folder), { recursive: true, force: true });
  // Called after the folder is removed: it then only unregisters it, and cannot fail on its content.
  await git.attempt(['worktree', 'remove', '--force', folder]);
}

/** Removes what a killed process left behind. */
async function removeLeftovers(git: Git, others: readonly ListedWorkTree[]): Promise<void> {
  for (const { folder } of others) {
    const owner = NAME.exec(basename(dirname(folder)))?.[1];
    if (owner !== undefined && !isAlive(Number(owner))) await discard(git, folder);
  }
}

export interface ListedWorkTree {
  readonly folder: string;
  /** The full name of the branch that is checked out there. */
  readonly ref: string | undefined;
}

export async function workTrees(git: Git): Promise<readonly ListedWorkTree[]> {
  const text = await git.run(['worktree', 'list', '--porcelain']);
  return text.split('\n\n').flatMap((entry) => {
    const folder = /^worktree (.+)$/m.exec(entry)?.[1];
    return folder === undefined ? [] : [{ folder, ref: /^branch (.+)$/m.exec(entry)?.[1] }];
  });
}
