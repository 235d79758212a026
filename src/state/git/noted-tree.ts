/**
 * A commit on one of our refs names its tree in its message, so a commit whose files were edited by hand is refused. This
 * finds mistakes and careless edits. Who rewrites files and message together is found only by a signature.
 */
export const TREE_TRAILER = 'Gitcast-Tree';

export const withTree = (message: string, tree: string): string =>
  `${message}${/\n\n(?:[\w-]+: .*\n)+$/.test(message) ? '' : '\n'}${TREE_TRAILER}: ${tree}\n`;

export interface Seen {
  /** The commit object. */
  readonly commit: Buffer;
  /** The id of its tree. */
  readonly tree: string;
}

/** True if the files of the commit are not those that gitcast wrote. */
export const isEdited = ({ commit, tree }: Seen): boolean => treeNotedIn(messageOf(commit)) !== tree;

const treeNotedIn = (message: string): string | undefined =>
  [...message.matchAll(new RegExp(`^${TREE_TRAILER}: ([0-9a-f]+)$`, 'gm'))].at(-1)?.[1];

/** A signature is in the head, without an empty line. */
function messageOf(commit: Buffer): string {
  const text = commit.toString();
  const at = text.indexOf('\n\n');
  return at === -1 ? '' : text.slice(at + 1);
}
