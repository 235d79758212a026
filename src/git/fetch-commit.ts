import type { Git } from './git.ts';
import { hasCommit } from './objects.ts';
import { findRemote } from './remote.ts';

/** Whether a commit is here, or could be fetched: a shallow clone lacks most, and a rewritten history leaves some behind. */
export async function fetchCommit(git: Git, commit: string, remote?: string): Promise<boolean> {
  if (await hasCommit(git, commit)) return true;
  const found = await findRemote(git, remote);
  if (!found) return false;
  const isShallow = (await git.run(['rev-parse', '--is-shallow-repository'])) === 'true';
  const flags = ['--no-tags', '--no-write-fetch-head', '--no-recurse-submodules', '--quiet'];
  await git.attempt(['fetch', ...flags, ...(isShallow ? ['--depth=1'] : []), found.address, commit]);
  return hasCommit(git, commit);
}
