/** Fetches commits that this clone may lack: a shallow clone lacks most, and rewritten history leaves some behind. */
import type { Git } from './git.ts';
import { hasCommit, isObjectId } from './objects.ts';
import { findRemote } from './remote.ts';

/** `gone`: every remote was asked, and none has it. `unasked`: a remote could not be asked. */
export type Found =
  | { readonly type: 'here' }
  | { readonly type: 'gone' }
  | { readonly type: 'unasked'; readonly reason: string };

/** Fetches objects only: changes no ref, no FETCH_HEAD and no setting of the user's clone. */
const FETCH = ['fetch', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules', '--refmap=', '--quiet'];

/** Long enough for a slow connection. */
const NETWORK = { timeout: 120_000 };

export async function fetchCommit(git: Git, commit: string, remote?: string): Promise<boolean> {
  return (await findCommit(git, commit, remote)).type === 'here';
}

/** Looks for a commit in this clone and then on every remote, starting with the state's remote. */
export async function findCommit(git: Git, commit: string, remote?: string): Promise<Found> {
  if (await hasCommit(git, commit)) return { type: 'here' };
  // The id was read from a ref that others write: anything but an id could be parsed as an option.
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

/**
 * Fetches that many more commits of the histories of these commits. Returns undefined, or the reason why no remote
 * provides them.
 */
async function deepen(
  git: Git,
  commits: readonly string[],
  { by, remote }: { readonly by: number; readonly remote: string | undefined },
): Promise<string | undefined> {
  // Requests the commits at which the history is cut off, because the tip may not have been pushed.
  const ends = (await git.run(['rev-list', '--max-parents=0', ...commits])).split('\n');
  let refused: string | undefined;
  for (const address of await addresses(git, remote)) {
    const { ok, reason } = await git.attempt([...FETCH, `--deepen=${by}`, address, ...ends], NETWORK);
    if (ok) return undefined;
    refused ??= reason;
  }
  return refused ?? 'the repository has no remote';
}

/** The steps by which a shallow clone is deepened; the last one fetches everything. */
const DEEPER = [50, 500, 2 ** 31 - 2];

/** The answer of some commits' history, of which a shallow clone has a part: then it is deepened step by step. */
export async function askHistory<T>(
  git: Git,
  { commits, remote }: { readonly commits: readonly string[]; readonly remote: string | undefined },
  ask: () => Promise<T | undefined>,
): Promise<{ readonly answer?: T; readonly refused?: string }> {
  for (const by of [...DEEPER, 0]) {
    const answer = await ask();
    if (answer !== undefined) return { answer };
    if (by === 0 || !(await isShallow(git))) break;
    const refused = await deepen(git, commits, { by, remote });
    if (refused !== undefined) return { refused };
  }
  return {};
}

/** True if a commit in the current history has this path, from the top of the repository, or had it before. */
export async function wasInHistory(
  git: Git,
  path: string,
  { remote }: { readonly remote: string | undefined },
): Promise<boolean> {
  // Otherwise git would follow only the side of a merge that is like the result.
  const search = ['log', '--full-history', '-1', '--format=%H', 'HEAD', '--', `:(top,literal)${path}`];
  const { answer } = await askHistory(git, { commits: ['HEAD'], remote }, async () => {
    const { ok, text } = await git.attempt(search);
    return ok && text.trim() === '' ? undefined : ok;
  });
  return answer === true;
}

export const isShallow = async (git: Git): Promise<boolean> =>
  (await git.run(['rev-parse', '--is-shallow-repository'])) === 'true';

async function addresses(git: Git, wanted: string | undefined): Promise<readonly string[]> {
  const first = await findRemote(git, wanted);
  if (!first) return [];
  const names = (await git.run(['remote'])).split('\n').filter((name) => name !== '' && name !== first.name);
  return [first.address, ...names];
}
