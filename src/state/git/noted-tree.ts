/**
 * A commit on one of our refs names its tree in its message, so a commit whose files were edited by hand is refused. This
 * finds mistakes and careless edits. Who rewrites files and message together is found only by a signature.
 */
import type { Git } from '../../git/git.ts';
import { readObjects } from '../../git/objects.ts';

export const TREE_TRAILER = 'Gitcast-Tree';

export const withTree = (message: string, tree: string): string =>
  `${message}${/\n\n(?:[\w-]+: .*\n)+$/.test(message) ? '' : '\n'}${TREE_TRAILER}: ${tree}\n`;

const treeNotedIn = (message: string): string | undefined =>
  [...message.matchAll(new RegExp(`^${TREE_TRAILER}: ([0-9a-f]+)$`, 'gm'))].at(-1)?.[1];

export interface Seen {
  /** The commit object. */
  readonly commit: Buffer;
  /** The id of its tree. */
  readonly tree: string;
}

/** True if the files of the commit are not those that gitcast wrote. */
export async function isEdited(git: Git, { commit, tree }: Seen): Promise<boolean> {
  const [head, message] = partsOf(commit);
  const noted = treeNotedIn(message);
  if (noted !== undefined) return noted !== tree;
  // Earlier versions did not name the tree. Once a commit names its tree, those on top of it have to.
  const parents = [...head.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, parent]) => parent!);
  const commits = await readObjects(git, parents);
  return [...commits.values()].some((each) => treeNotedIn(partsOf(each)[1]) !== undefined);
}

/** A signature is in the head, without an empty line. */
function partsOf(commit: Buffer): readonly [string, string] {
  const text = commit.toString();
  const at = text.indexOf('\n\n');
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
