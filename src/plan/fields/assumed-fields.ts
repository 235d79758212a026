import { ASSUMED } from '../../model/base.ts';
import { recordsOf } from '../../model/snapshot.ts';
import { topLevelKey } from '../../values/leaves.ts';
import type { PlanInput } from '../context.ts';
import type { Identity } from '../identity/identity.ts';
import type { StoredField } from '../plan.ts';
import { isAsSent } from './compare.ts';
import type { Desired } from './desired.ts';

/**
 * Values of adopted objects that the target does not show. Nobody has compared or sent them, so until one of the two happens,
 * no plan may report that they are equal.
 */
export function assumedFields(
  desired: readonly Desired[],
  identities: ReadonlyMap<string, Identity>,
  input: PlanInput,
): readonly StoredField[] {
  return desired.flatMap((each): readonly StoredField[] => {
    const { address, kind } = each.entity;
    const identity = identities.get(address);
    if (identity?.type !== 'managed') return [];
    const record = recordsOf(input.snapshot, kind).get(identity.id);
    return Object.entries(identity.entry.leaves)
      .filter(([name, base]) => base.answered === ASSUMED && isAsSent({ desired: each, name, base }, input))
      .filter(([name]) => record?.hidden.includes(topLevelKey(name)) ?? true)
      .map(([field]) => ({ address, field }));
  });
}
