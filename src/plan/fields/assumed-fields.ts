import { ASSUMED, isUnseen } from '../../model/base.ts';
import { recordsOf } from '../../model/snapshot.ts';
import { topLevelKey } from '../../values/leaves.ts';
import type { PlanInput } from '../context.ts';
import type { Identity } from '../identity/identity.ts';
import type { StoredField } from '../plan.ts';
import { isAsSent } from './compare.ts';
import type { Desired } from './desired.ts';

/**
 * Values that nobody has seen on the target: those of adopted objects that it does not show, and those of a write whose
 * result could not be read yet. The service may have others, so no plan may report that they are equal.
 */
export function assumedFields(
  desired: readonly Desired[],
  identities: ReadonlyMap<string, Identity>,
  input: PlanInput,
): readonly StoredField[] {
  return desired.flatMap((each): readonly StoredField[] => {
    const { address, kind } = each.entity;
    const identity = identities.get(address);
    if (!identity || !('entry' in identity)) return [];
    const record = recordsOf(input.snapshot, kind).get(identity.id);
    const isAssumed = (answered: string): boolean => answered === ASSUMED || (!record && isUnseen(answered));
    return Object.entries(identity.entry.leaves)
      .filter(([name, base]) => isAssumed(base.answered) && isAsSent({ desired: each, name, base }, input))
      .filter(([name]) => record?.hidden.includes(topLevelKey(name)) ?? true)
      .map(([field]) => ({ address, field }));
  });
}
