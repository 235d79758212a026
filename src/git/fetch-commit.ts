/** Commits that this clone may lack: a shallow clone lacks most, and a rewritten history leaves some behind. */
import type { Git } from './git.ts';
import { hasCommit, isObjectId } from './objects.ts';
import { findRemote } from './remote.ts';

/** `gone`: every remote was asked, and none has it. `unasked`: a remote could not be asked. */
export type Found =
  | { readonly type: 'here' }
  | { readonly type: 'gone' }
  | { readonly type: 'unasked'; readonly reason: string };

/** Objects only: no ref, no FETCH_HEAD and no setting of the user's clone is changed. */
const FETCH = ['fetch', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules', '--refmap=', '--quiet'];

/** Long enough for a slow line. */
const NETWORK = { timeout: 120_000 };

export async function fetchCommit(git: Git, commit: string, remote?: string): Promise<boolean> {
  return (await findCommit(git, commit, remote)).type === 'here';
}

/** Looks for a commit here and then on every remote, that of the state first. */
export async function findCommit(git: Git, commit: string, remote?: string): Promise<Found> {
  if (await hasCommit(git, commit)) return { type: 'here' };
  // It was read from a ref that others write: what is no id could be taken for an option.
  if (!isObjectId(commit)) return { type: 'gone' };
  const depth = (await isShallow(git)) ? ['--depth=1'] : [];
  const reasons: string[] = [];
  for (const address of await addresses(git, remote)) {
    const { reason } = await git.attempt([...FETCH, ...depth, address, commit], NETWORK);
    if (await hasCommit(git, commit)) return { type: 'here' };
    if (!/not our ref|couldn't find remote ref/i.test(reason)) reasons.push(reason);
  }
  return reasons.length === 0 ? { type: 'gone' } : { type: 'unasked', reason: reasons[0]! };
}

/** Shows that many more commits of the histories that lead to these; undefined, or why no remote gives them. */
export async function deepen(
  git: Git,
  commits: readonly string[],
  { by, remote }: { readonly by: number; readonly remote: string | undefined },
): Promise<string | undefined> {
  // The commits at which the history is cut off are asked for: the tip may be a commit that nobody has pushed.
  const ends = (await git.run(['rev-list', '--max-parents=0', ...commits])).split('\n');
  let refused: string | undefined;
  for (const address of await addresses(git, remote)) {
    const { ok, reason } = await git.attempt([...FETCH, `--deepen=${by}`, address, ...ends], NETWORK);
    if (ok) return undefined;
    refused ??= reason;
  }
  return refused ?? 'the repository has no remote';
}

export const isShallow = async (git: Git): Promise<boolean> =>
  (await git.run(['rev-parse', '--is-shallow-repository'])) === 'true';

async function addresses(git: Git, wanted: string | undefined): Promise<readonly string[]> {
  const first = await findRemote(git, wanted);
  if (!first) return [];
  const names = (await git.run(['remote'])).split('\n').filter((name) => name !== '' && name !== first.name);
  return [first.address, ...names];
}
