/** Applies changes that no review covers: the plan with the digest that a person approved, or nothing. */
import { applyContent } from '../apply-content.ts';
import { approvedDigest } from '../review/approval.ts';
import { DONE, type Ci, type JobEnding } from '../ci.ts';
import { NO_TARGET, settingsOf } from '../runner/settings.ts';

export async function approved(ci: Ci): Promise<JobEnding> {
  const { target } = await settingsOf(ci);
  if (target === undefined) {
    ci.say(NO_TARGET);
    return DONE;
  }
  return applyContent(ci, { target, reviewed: { digest: await approvedDigest(ci) } });
}
