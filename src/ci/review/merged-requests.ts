/** The pull requests that are part of the checked-out commit: a later one belongs to a later run. */
import type { Ci } from '../ci.ts';
import { commitOf, fetchHistory, isAncestor } from '../repository.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { recordedReviews } from './reviews.ts';
import { refuseWithoutToken } from '../runner/without-host.ts';

/** Their numbers as `sync --reviewed` takes them; `off` if pushes need no review. */
export async function mergedNumbers(ci: Ci, target: string): Promise<string> {
  const { host, runner } = ci;
  if (runner.variable('GITCAST_REVIEW') === 'off') return 'off';
  refuseWithoutToken(ci);
  // Without the host, nothing is known to be reviewed.
  if (!host) return 'none';
  await fetchHistory(ci);
  const head = await commitOf(ci, 'HEAD');
  const merged: number[] = [];
  for (const { number } of await recordedReviews(ci, target)) {
    const { state, base, mergeCommit } = await host.request(number);
    if (state !== 'merged' || base !== runner.branch || mergeCommit === undefined) continue;
    if (await isAncestor(ci, mergeCommit, head)) merged.push(number);
  }
  return merged.join() || 'none';
}

/** The numbers in what `mergedNumbers` returned. */
export function numbersIn(reviewed: string): readonly number[] {
  if (reviewed === 'off' || reviewed === 'none') return [];
  const words = reviewed.split(',');
  if (words.every((word) => /^[1-9]\d*$/.test(word))) return words.map(Number);
  throw new UserError(`GITCAST_REVIEWED is ${reviewed}, which is no list of pull requests`, {
    suggestion: 'pass the output `reviewed` of the job `check`, such as 7,12, or none, or off',
  });
}
