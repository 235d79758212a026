/** Plans what a promotion from the target of merges to the next one would change. An incomplete plan cannot be approved. */
import { writeFileSync } from 'node:fs';
import { DONE, isGood, type Ci, type JobEnding } from '../ci.ts';
import { keysIn, readingWithPlanKeys } from '../runner/keys.ts';
import { isOnlyUnapproved } from '../review/only-unapproved.ts';
import type { WaitingJob } from '../workspace/waiting-jobs.ts';
import { planFilesIn } from '../review/plan-files.ts';
import { promotionOf } from '../promotion.ts';

export async function promotePlan(ci: Ci): Promise<JobEnding> {
  const { from, to, settings } = await promotionOf(ci);
  const { plan, planText } = planFilesIn(ci.runner.out);
  const { work, output, say } = readingWithPlanKeys(ci, keysIn(settings));
  const made = await work.promote({ from, to, out: plan });
  if (!isGood(made.ending) && !isOnlyUnapproved(made)) return made.ending;
  writeFileSync(planText, made.markdown());
  const { digest } = made;
  const isWaiting = made.plans.some(({ changes }) => changes.length > 0);
  const waiting: readonly WaitingJob[] = isWaiting ? [{ part: '', environment: to, digest, job: 'promote' }] : [];
  output('sync', []);
  output('waiting', waiting);
  output('digest', digest);
  output('promotion', isWaiting ? 'waiting' : 'none');
  if (isWaiting) say(`This plan waits for an approval: ${digest}`);
  return DONE;
}
