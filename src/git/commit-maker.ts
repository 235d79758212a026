/**
 * Makes commits that nothing has stored yet. Without signing it takes no process: the commit is stored together with its
 * trees, when a ref is moved to it. With `commit.gpgSign`, git itself signs, so every format, program and key that works
 * for `git commit` works here. Git signs only trees that it has, so these are stored before.
 */
import type { Git } from './git.ts';
import { newCommit, storeObjects, type NewCommit, type NewObject } from './new-objects.ts';
import { asAuthor, writeCommit } from './objects.ts';
import type { GitSettings } from './settings.ts';

export interface Committed {
  readonly id: string;
  /** What is still to be stored. */
  readonly objects: readonly NewObject[];
}

/** `objects` are the tree of the commit, and what it leads to. */
export type CommitMaker = (commit: NewCommit, objects: readonly NewObject[]) => Promise<Committed>;

export function commitMaker(git: Git, { format, isSigning }: Pick<GitSettings, 'format' | 'isSigning'>): CommitMaker {
  if (isSigning) return (commit, objects) => signedCommit(git, commit, objects);
  return async (wanted, objects) => {
    const commit = newCommit(format, wanted);
    return { id: commit.id, objects: [...objects, commit] };
  };
}

async function signedCommit(
  git: Git,
  { author, ...commit }: NewCommit,
  objects: readonly NewObject[],
): Promise<Committed> {
  await storeObjects(git, objects);
  return { id: await writeCommit(git, commit, { isSigning: true, env: asAuthor(author) }), objects: [] };
}
