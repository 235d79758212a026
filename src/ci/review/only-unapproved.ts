import { isGood } from '../ci.ts';
import type { PlanResult } from '../work.ts';

/** Refused by the guard and for no other reason, which reviewers can lift. */
export function isOnlyUnapproved({ ending, refusals }: PlanResult): boolean {
  const { failed = false, ...others } = ending;
  return (
    failed &&
    isGood({ ...others, incomplete: false }) &&
    refusals !== undefined &&
    refusals.length > 0 &&
    refusals.every(({ allows }) => allows?.allowDeletes !== undefined || allows?.allowEmpty !== undefined)
  );
}

/** A plan that a sync could apply, after an approval if it needs one. What the target did not show is asked for again then. */
export const isApplicable = (result: PlanResult): boolean =>
  isGood({ ...result.ending, incomplete: false }) || isOnlyUnapproved(result);
