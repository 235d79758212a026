/**
 * How far a repository is deployed: the commit of the last run that ended with 0, on a ref. What changed since is what the next
 * run looks at, so a run that was cancelled, failed or stopped is made up for by the next one.
 */
import { UserError } from '../diagnostics/errors.ts';
import type { Selection } from '../project/index.ts';
import type { Ci } from './ci.ts';
import { isAncestor, NETWORK, requireHistory } from './repository.ts';

/** A target, or the website. */
type Deployed = { readonly target: string } | 'site';

const nameOf = (of: Deployed): string => (of === 'site' ? of : `deployed/${of.target}`);

const refOf = (of: Deployed): string => `refs/gitcast/${nameOf(of)}`;

/** The digests of rows that were applied since, by runs that did not end with 0. */
const usedRef = (target: string): string => `refs/gitcast/used/${target}`;

export interface Progress {
  /** Undefined before the first run. */
  readonly last: string | undefined;
  /** The broadcasts that have changed since. */
  readonly selection: Selection;
  /** A later commit is deployed already. */
  readonly isBehind: boolean;
}

export async function progressOf(ci: Ci, of: Deployed): Promise<Progress> {
  await requireHistory(ci);
  const last = await fetched(ci, refOf(of));
  const isOlder = last !== undefined && (await isAncestor(ci, last, 'HEAD'));
  return {
    last,
    // After a force push nobody knows what changed.
    selection: isOlder && ci.work.isWorkspace ? { since: last } : {},
    isBehind: last !== undefined && !isOlder && (await isAncestor(ci, 'HEAD', last)),
  };
}

/** Everything up to this commit is deployed. */
export async function markDeployed({ git }: Ci, of: Deployed): Promise<void> {
  await git.run(['push', '--quiet', 'origin', `+HEAD:${refOf(of)}`], NETWORK);
  if (of !== 'site') await git.attempt(['push', '--quiet', 'origin', `:${usedRef(of.target)}`], NETWORK);
}

/**
 * The rows that are used up. A run notes those that it begins to apply before it sends anything, and those that it has applied
 * when it ends. So what a killed run has begun is used up too, unless the next plan still has it.
 */
export async function usedRows(ci: Ci, target: string, planned: readonly string[]): Promise<ReadonlySet<string>> {
  const id = await fetched(ci, usedRef(target));
  const lines = id === undefined ? [] : (await ci.git.run(['cat-file', 'blob', id])).split('\n').filter(Boolean);
  const left = new Set(planned.map((row) => BEGUN + row));
  return new Set(lines.filter((line) => !left.has(line)).map((line) => line.replace(BEGUN, '')));
}

/** Before a row that a run has only begun to apply. */
const BEGUN = '?';

export async function noteUsed(
  { git }: Ci,
  target: string,
  { used, begun }: { readonly used: Iterable<string>; readonly begun: readonly string[] },
): Promise<void> {
  const lines = [...new Set(used), ...begun.map((row) => BEGUN + row)];
  const input = `${lines.join('\n')}\n`;
  const id = (await git.run(['hash-object', '-w', '--stdin'], { input })).trim();
  await git.run(['push', '--quiet', 'origin', `+${id}:${usedRef(target)}`], NETWORK);
}

/** The id that a ref of the remote has now. */
async function fetched({ git }: Ci, ref: string): Promise<string | undefined> {
  // As a pattern, which may match nothing.
  const { ok } = await git.attempt(['fetch', '--quiet', '--prune', '--no-tags', 'origin', `+${ref}*:${ref}*`], NETWORK);
  if (!ok) throw new UserError(`${ref} could not be fetched, so it is unknown what is deployed`);
  const found = await git.attempt(['rev-parse', '--verify', '--quiet', ref]);
  return found.ok ? found.text.trim() : undefined;
}
