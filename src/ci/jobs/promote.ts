/** Applies to a second target what was synced to the first. */
import { UserError } from '../../diagnostics/errors.ts';
import type { Ending } from '../../project/index.ts';
import { digestsIn, endingWords, isGood, placeOf, requireApprovers, type Ci } from '../ci.ts';
import { readingWithPlanKeys } from '../keys.ts';
import { withTarget } from '../settings.ts';
import { withState } from '../state-on-branch.ts';

export const promote = (given: Ci): Promise<Ending> =>
  withTarget(given, async ({ target: from, keys, promotion, configs }) => {
    if (!promotion) {
      throw new UserError('CI has no target to promote to', {
        suggestion: 'run `gitcast init --ci HOST --promote TARGET`, or set GITCAST_PROMOTE',
      });
    }
    const { to } = promotion;
    const reviewed = digestsIn(given);
    if (reviewed) await requireApprovers(given);
    const ci = readingWithPlanKeys(given, reviewed ? keys : [...keys, ...promotion.keys]);
    const { plans, ...ending } = await withState(ci, { target: to, configs }, async () => {
      const made = await ci.work.promote({ from, to, reviewed });
      return { ...made.ending, plans: made.plans };
    });
    if (reviewed) {
      if (!isGood(ending)) await ci.notify(`The promotion from ${from} to ${to} ${endingWords(ending)}.`);
      return ending;
    }
    for (const plan of plans.values())
      if (plan.digest !== undefined)
        ci.say(`To apply this plan for ${placeOf(plan)}, start this job with GITCAST_DIGEST = ${plan.digest}.`);
    return ending;
  });
