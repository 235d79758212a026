import { isStoredAs } from '../../exchange/stored.ts';
import { recordsOf } from '../../model/snapshot.ts';
import { digestOf } from '../../exchange/digests.ts';
import type { PlanInput } from '../context.ts';
import { type Desired } from './desired.ts';
import { isSensitiveLeaf } from '../../exchange/credentials.ts';
import type { Identity } from '../identity/identity.ts';
import { leafAt, topLevelKey } from '../../values/leaves.ts';
import type { StoredField } from '../plan.ts';

/** Values that differ on the target although nothing is planned for them. */
export function storedDifferently(
  desired: readonly Desired[],
  identities: ReadonlyMap<string, Identity>,
  input: PlanInput,
): readonly StoredField[] {
  const { snapshot } = input;
  return desired.flatMap(({ entity, leaves }): readonly StoredField[] => {
    const { address, kind } = entity;
    const identity = identities.get(address);
    if (identity?.type !== 'managed') return [];
    const record = recordsOf(snapshot, kind).get(identity.id);
    if (!record) return [];
    const respelt = Object.entries(identity.entry.leaves).filter(([, { sent, answered }]) => sent !== answered);
    return respelt.flatMap(([field, { sent, answered }]) => {
      const [value, stored] = [leaves.get(field), leafAt(record.fields, field)];
      const isShown = !isSensitiveLeaf(entity, field) && !record.hidden.includes(topLevelKey(field));
      if (!isShown || isStoredAs(value, stored)) return [];
      const isSettled = digestOf(value, input) === sent && digestOf(stored, input) === answered;
      return isSettled ? [{ address, field }] : [];
    });
  });
}
