import { isGood } from './ci.ts';
import type { MadePlans } from './work.ts';

/** Refused by the guard and for no other reason, which reviewers can lift. */
export function isOnlyUnapproved({ ending, refusals }: Pick<MadePlans, 'ending' | 'refusals'>): boolean {
  const { failed = false, ...others } = ending;
  return (
    failed &&
    isGood({ ...others, incomplete: false }) &&
    refusals !== undefined &&
    refusals.length > 0 &&
    refusals.every(({ allows }) => allows?.allowDeletes !== undefined || allows?.allowEmpty !== undefined)
  );
}
