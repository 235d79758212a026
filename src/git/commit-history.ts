/**
 * Finds out whether a checkout includes what was synced before. It does if that commit is in its history. A squash or a
 * rebase creates a different commit with the same content, so equal content counts too: the synced content must be that
 * of a commit in the history, and the later commits there must not already be known to the synced commit. Without the
 * second condition a revert could be undone, because a revert makes the content equal to that of an earlier commit.
 *
 * A "no" needs the whole history, so a shallow clone is deepened step by step until the answer is certain.
 */
import { treesAt, type ContentTrees } from './content.ts';
import { askHistory, findCommit } from './fetch-commit.ts';
import type { Git } from './git.ts';
import { isAncestor, isObjectId } from './objects.ts';

export interface Synced {
  readonly commit: string;
  /** The trees of its content. */
  readonly trees: ContentTrees;
  /** When it was synced. */
  readonly at?: string;
}

export interface Checkout {
  readonly head: string;
  /** The folders and files whose trees are compared, starting with the content folder. */
  readonly paths: readonly string[];
  /** The remote to ask first. */
  readonly remote?: string | undefined;
}

export type Standing =
  | { readonly type: 'forward' }
  | { readonly type: 'same-content' }
  /** The synced commit is ahead of this checkout, by this many commits. */
  | { readonly type: 'behind'; readonly commits: number }
  /** Both have commits that the other lacks; this many are missing here. */
  | { readonly type: 'diverged'; readonly commits: number }
  /** Neither this clone nor a remote has the commit. */
  | { readonly type: 'gone' }
  | { readonly type: 'unknown'; readonly reason: string };

export async function standingOf(git: Git, synced: Synced, checkout: Checkout): Promise<Standing> {
  const { commit } = synced;
  const { head, paths, remote } = checkout;
  if (isObjectId(commit) && (await isAncestor(git, commit, head))) return { type: 'forward' };
  const present = (await treesAt(git, [head], paths)).get(head);
  if (isSameContent(synced.trees, present, paths)) return { type: 'same-content' };

  const found = await findCommit(git, commit, remote);
  if (found.type === 'unasked') return { type: 'unknown', reason: found.reason };
  if (found.type === 'gone') return withoutCommit(git, synced, checkout);

  const order = await orderOf(git, commit, head, remote);
  if (order.type === 'unknown') return order;
  if (order.type === 'forward') return { type: 'forward' };
  const bases = await basesOf(git, commit, head);
  const goesOnFrom = async (each: string): Promise<boolean> => (await basesOf(git, commit, each)) === bases;
  if (await someCommit(git, checkout, synced.trees, goesOnFrom, commit)) return { type: 'same-content' };
  const commits = Number(await git.run(['rev-list', '--count', `${head}..${commit}`]));
  return { type: order.type, commits };
}

type Order =
  | { readonly type: 'forward' | 'behind' | 'diverged' }
  | { readonly type: 'unknown'; readonly reason: string };

async function orderOf(git: Git, commit: string, head: string, remote: string | undefined): Promise<Order> {
  const { answer = 'diverged', refused } = await askHistory(git, { commits: [head, commit], remote }, async () => {
    if (await isAncestor(git, commit, head)) return 'forward';
    return (await isAncestor(git, head, commit)) ? 'behind' : undefined;
  });
  return refused === undefined ? { type: answer } : { type: 'unknown', reason: refused };
}

/** The history of the lost commit is unknown, but it cannot include commits made after the sync. */
async function withoutCommit(git: Git, { trees, at }: Synced, checkout: Checkout): Promise<Standing> {
  const { head, paths } = checkout;
  const goesOnFrom = async (each: string): Promise<boolean> => {
    const older = ['rev-list', '-1', '--full-history', `--before=${at}`, `${each}..${head}`, '--', ...paths];
    return at !== undefined && (await git.run(['--literal-pathspecs', ...older])) === '';
  };
  const isKnown = await someCommit(git, checkout, trees, goesOnFrom);
  return { type: isKnown ? 'same-content' : 'gone' };
}

/** More content changes than any branch has; limits the search in a long history. */
const MOST_LOOKED_AT = 5000;

/** With `since`: of the commits that the checkout has and this one lacks, up to their merge base. */
async function someCommit(
  git: Git,
  { head, paths }: Checkout,
  trees: ContentTrees,
  goesOnFrom: (commit: string) => Promise<boolean>,
  since?: string,
): Promise<boolean> {
  const range = since === undefined ? [head] : [head, `^${since}`];
  // Every state of the content belongs to a commit that differs from all of its parents.
  const words = ['rev-list', '--full-history', `--max-count=${MOST_LOOKED_AT}`, ...range, '--', ...paths];
  const listed = (await git.run(['--literal-pathspecs', ...words])).split('\n');
  const parting = since === undefined ? [] : (await basesOf(git, since, head)).split('\n');
  const candidates = [...new Set([head, ...listed, ...parting])].filter((commit) => commit !== '');
  for (const [commit, found] of await treesAt(git, candidates, paths)) {
    if (isSameContent(trees, found, paths) && (await goesOnFrom(commit))) return true;
  }
  return false;
}

/** If the content itself is not committed, equal trees are no evidence. */
function isSameContent(one: ContentTrees, other: ContentTrees | undefined, paths: readonly string[]) {
  if (one[paths[0]!] === undefined || other === undefined) return false;
  return paths.every((path) => one[path] === other[path]);
}

/** The merge bases of two commits, as one string to compare; empty if they share no history. */
async function basesOf({ attempt }: Git, one: string, other: string): Promise<string> {
  const { text } = await attempt(['merge-base', '--all', one, other]);
  return text.trim().split('\n').toSorted().join('\n');
}
