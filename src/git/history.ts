/**
 * Whether a checkout knows what was synced before it. It does when that commit is in its history. A squash or a rebase
 * makes another commit of the same content, so equal content counts too: where the content that was synced is that of a
 * commit in the history, and what came after it there is nothing that the synced commit had known already. Without the
 * second half a revert could be taken back: it makes the content equal to that of a commit before the one it reverts.
 *
 * A "no" needs all of the history, so that of a shallow clone is fetched step by step until the answer is certain.
 */
import { treesAt, type ContentTrees } from './content.ts';
import { deepen, findCommit, isShallow } from './fetch-commit.ts';
import type { Git } from './git.ts';
import { hasCommit, isAncestor } from './objects.ts';

export interface Synced {
  readonly commit: string;
  /** Of its content; absent where an older version recorded the sync. */
  readonly trees?: ContentTrees;
  /** When it was synced. */
  readonly at?: string;
}

export interface Checkout {
  readonly head: string;
  /** The folders and files whose trees are compared, the content first. */
  readonly paths: readonly string[];
  /** The remote to ask first. */
  readonly remote?: string | undefined;
}

export type Standing =
  | { readonly type: 'forward' }
  | { readonly type: 'same-content' }
  /** What was synced goes on from this checkout, by so many commits. */
  | { readonly type: 'behind'; readonly commits: number }
  /** Both have commits that the other lacks; this many are lacking here. */
  | { readonly type: 'diverged'; readonly commits: number }
  /** Neither this clone nor a remote has the commit. */
  | { readonly type: 'gone' }
  | { readonly type: 'unknown'; readonly reason: string };

export async function standingOf(git: Git, synced: Synced, checkout: Checkout): Promise<Standing> {
  const { commit } = synced;
  const { head, paths, remote } = checkout;
  if ((await hasCommit(git, commit)) && (await isAncestor(git, commit, head))) return { type: 'forward' };
  const present = (await treesAt(git, [head], paths)).get(head);
  if (isSameContent(synced.trees, present, paths)) return { type: 'same-content' };

  const found = await findCommit(git, commit, remote);
  if (found.type === 'unasked') return { type: 'unknown', reason: found.reason };
  if (found.type === 'gone') return withoutCommit(git, synced, checkout);

  const order = await orderOf(git, commit, head, remote);
  if (order.type === 'forward' || order.type === 'unknown') return order;
  const trees = synced.trees ?? (await treesAt(git, [commit], paths)).get(commit);
  const bases = await basesOf(git, commit, head);
  const goesOnFrom = async (each: string): Promise<boolean> => (await basesOf(git, commit, each)) === bases;
  if (await someCommit(git, checkout, { trees, since: commit, goesOnFrom })) return { type: 'same-content' };
  const commits = Number(await git.run(['rev-list', '--count', `${head}..${commit}`]));
  return { type: order.type, commits };
}

/** By how many commits a shallow clone is deepened; the last is all that there is. */
const STEPS = [50, 500, 2 ** 31 - 2];

type Order =
  | { readonly type: 'forward' }
  | { readonly type: 'behind' | 'diverged' }
  | { readonly type: 'unknown'; readonly reason: string };

async function orderOf(git: Git, commit: string, head: string, remote: string | undefined): Promise<Order> {
  for (const by of [...STEPS, 0]) {
    if (await isAncestor(git, commit, head)) return { type: 'forward' };
    if (await isAncestor(git, head, commit)) return { type: 'behind' };
    if (by === 0 || !(await isShallow(git))) break;
    const reason = await deepen(git, [head, commit], { by, remote });
    if (reason !== undefined) return { type: 'unknown', reason };
  }
  return { type: 'diverged' };
}

/** Nobody can tell any more what the lost commit had known; what was committed after the sync it had not. */
async function withoutCommit(git: Git, { trees, at }: Synced, checkout: Checkout): Promise<Standing> {
  const { head, paths } = checkout;
  const goesOnFrom = async (each: string): Promise<boolean> => {
    const older = ['rev-list', '-1', '--full-history', `--before=${at}`, `${each}..${head}`, '--', ...paths];
    return at !== undefined && (await git.run(['--literal-pathspecs', ...older])) === '';
  };
  const isKnown = await someCommit(git, checkout, { trees, since: undefined, goesOnFrom });
  return { type: isKnown ? 'same-content' : 'gone' };
}

interface Wanted {
  readonly trees: ContentTrees | undefined;
  /** Only what the checkout has and this commit has not, and where the two part. */
  readonly since: string | undefined;
  readonly goesOnFrom: (commit: string) => Promise<boolean>;
}

/** More than any branch has commits that change content; a search in all of a long history ends too. */
const MOST_LOOKED_AT = 5000;

async function someCommit(git: Git, { head, paths }: Checkout, wanted: Wanted): Promise<boolean> {
  const { trees, since, goesOnFrom } = wanted;
  const range = since === undefined ? [head] : [head, `^${since}`];
  // Every content that there was, is that of a commit which differs from all of its parents.
  const words = ['rev-list', '--full-history', `--max-count=${MOST_LOOKED_AT}`, ...range, '--', ...paths];
  const listed = (await git.run(['--literal-pathspecs', ...words])).split('\n');
  const parting = since === undefined ? [] : (await basesOf(git, since, head)).split('\n');
  const candidates = [...new Set([head, ...listed, ...parting])].filter((commit) => commit !== '');
  for (const [commit, found] of await treesAt(git, candidates, paths)) {
    if (isSameContent(trees, found, paths) && (await goesOnFrom(commit))) return true;
  }
  return false;
}

/** Where the content itself is not committed, equal trees say nothing. */
function isSameContent(one: ContentTrees | undefined, other: ContentTrees | undefined, paths: readonly string[]) {
  if (one?.[paths[0]!] === undefined || other === undefined) return false;
  return paths.every((path) => one[path] === other[path]);
}

/** Where two histories part, as one text to compare; empty where they share nothing. */
async function basesOf({ attempt }: Git, one: string, other: string): Promise<string> {
  const { text } = await attempt(['merge-base', '--all', one, other]);
  return text.trim().split('\n').toSorted().join('\n');
}
