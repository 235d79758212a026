/** The stored texts of Markdown bodies for a shared state: on this machine, and in the commits on the state's ref. */
import type { Git } from '../../git/git.ts';
import { readObjects } from '../../git/objects.ts';
import { digest } from '../../values/digest.ts';
import type { Bodies } from '../file/bodies.ts';
import { BODIES, type StateCommit } from './state-commit.ts';

/** In the commit of the state that was loaded, even if others have written since. */
export async function committedBody(git: Git, name: string, { blobs }: StateCommit): Promise<string | undefined> {
  const blob = blobs.get(BODIES + name);
  const text = blob === undefined ? undefined : (await readObjects(git, [blob])).get(blob)?.toString();
  return text !== undefined && digest(text) === name ? text : undefined;
}

/** The named bodies that the commit lacks and this machine has. */
export async function uncommittedBodies(
  local: Bodies,
  names: ReadonlySet<string>,
  { blobs }: StateCommit,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const name of names) {
    const text = blobs.has(BODIES + name) ? undefined : await local.read(name);
    if (text !== undefined) found.set(name, text);
  }
  return found;
}
