/** The names of the refs that several clones write. */
import { hash } from 'node:crypto';

export const GITCAST_REFS = 'refs/gitcast/';

/** This clone tracks those of a remote under its own names. */
export const TRACKED_REFS = 'refs/gitcast-remotes/';

const READABLE = 40;

/**
 * The start of the names of a configuration's refs, by its folder. Unique per folder, even where file names differ in more
 * than git's do: the digest decides, and the words before it are for people. `in` is where a target's refs have `state` or
 * `lock`, so no target name can collide.
 */
export function namespaceOf(folder: string): string {
  if (folder === '') return GITCAST_REFS;
  const words = folder
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(-READABLE)
    .replaceAll(/^-|-$/g, '');
  return `${GITCAST_REFS}in/${words}${words === '' ? '' : '-'}${hash('sha256', folder).slice(0, 16)}/`;
}
