/** Applies the plan of a promotion with the digest that a person approved, or stops and shows what changed. */
import { approvedDigest } from '../review/approval.ts';
import { endingWords, firstBad, isGood, type Ci, type JobEnding } from '../ci.ts';
import { readingWithPlanKeys } from '../runner/keys.ts';
import { isFilled, planFilesIn } from '../review/plan-files.ts';
import { promotionOf } from '../promotion.ts';
import { keepState } from '../repository.ts';

export async function promote(ci: Ci): Promise<JobEnding> {
  const { from, to, settings } = await promotionOf(ci);
  const digest = await approvedDigest(ci);
  const { plan } = planFilesIn(ci.runner.out);
  const { work, notify } = readingWithPlanKeys(ci, settings.keys);
  const reviewed = { digest, ...(isFilled(plan) && { plan }) };
  const ending = firstBad(await work.applyPromotion({ from, to, reviewed }), await keepState(ci, to));
  if (!isGood(ending)) await notify(`The promotion from ${from} to ${to} ${endingWords(ending)}.`);
  return ending;
}
