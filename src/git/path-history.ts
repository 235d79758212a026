import { deepen, isShallow } from './fetch-commit.ts';
import type { Git } from './git.ts';

/** The steps by which a shallow clone is deepened; the last one fetches everything. */
export const DEEPER = [50, 500, 2 ** 31 - 2];

/** True if a commit in the current history has this path, from the top of the repository, or had it before. */
export async function wasInHistory(
  git: Git,
  path: string,
  { remote }: { readonly remote: string | undefined },
): Promise<boolean> {
  // Of a merge, git would otherwise follow only the side that is like the result.
  const search = ['log', '--full-history', '-1', '--format=%H', 'HEAD', '--', `:(top,literal)${path}`];
  for (const by of [...DEEPER, 0]) {
    const { ok, text } = await git.attempt(search);
    if (ok && text.trim() !== '') return true;
    if (!ok || by === 0 || !(await isShallow(git))) break;
    const head = await git.run(['rev-parse', 'HEAD']);
    if ((await deepen(git, [head], { by, remote })) !== undefined) break;
  }
  return false;
}
