import { isStoredAs } from '../../exchange/stored.ts';
import { isUnseen } from '../../model/base.ts';
import { recordsOf } from '../../model/snapshot.ts';
import { digestOf } from '../../exchange/digests.ts';
import type { PlanInput } from '../context.ts';
import { type Desired } from './desired.ts';
import { isTouched } from './edited.ts';
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
    if (!identity || !('entry' in identity)) return [];
    const record = recordsOf(snapshot, kind).get(identity.id);
    if (!record) return [];
    const respelt = Object.entries(identity.entry.leaves).filter(([, { sent, answered }]) => sent !== answered);
    return respelt.flatMap(([field, { sent, answered }]) => {
      const [value, stored] = [leaves.get(field), leafAt(record.fields, field)];
      const isShown = !isSensitiveLeaf(entity, field) && !record.hidden.includes(topLevelKey(field));
      if (!isShown || isStoredAs(value, stored)) return [];
      // What is seen for the first time is the service's version too, unless somebody touched the object since.
      const isTheirs = isUnseen(answered)
        ? !isTouched(identity.entry, record, input)
        : digestOf(stored, input) === answered;
      return isTheirs && digestOf(value, input) === sent ? [{ address, field }] : [];
    });
  });
}
