/** Applies to a second target what was synced to the first. */
import { UserError } from '../../diagnostics/errors.ts';
import type { Ending } from '../../project/index.ts';
import { withDigest } from '../../project/planning/planning.ts';
import { digestsIn, DONE, endingWords, firstBad, isGood, requireApprovers, type Ci } from '../ci.ts';
import { readingWithPlanKeys } from '../keys.ts';
import { keepState } from '../repository.ts';
import { withTarget } from '../settings.ts';

export const promote = (given: Ci): Promise<Ending> =>
  withTarget(given, async ({ target: from, keys, promotion }) => {
    if (!promotion) {
      throw new UserError('CI has no target to promote to', {
        suggestion: 'run `gitcast init --ci HOST --promote TARGET`, or set GITCAST_PROMOTE',
      });
    }
    const { to } = promotion;
    const reviewed = digestsIn(given);
    if (reviewed) await requireApprovers(given);
    const ci = readingWithPlanKeys(given, reviewed ? keys : [...keys, ...promotion.keys]);
    const { plans, ending } = await ci.work.promote({ from, to, reviewed });
    if (!reviewed) {
      for (const plan of plans.values())
        if (plan.changes.length > 0)
          ci.say(`To apply this plan, start this job with GITCAST_DIGEST = ${withDigest(plan).digest}.`);
      return plans.size > 0 ? DONE : ending;
    }
    const ended = firstBad(ending, await keepState(ci, to));
    if (!isGood(ended)) await ci.notify(`The promotion from ${from} to ${to} ${endingWords(ended)}.`);
    return ended;
  });
