import { isStoredAs } from './echo.ts';
import { isUnseen, ASSUMED } from '../../model/base.ts';
import { recordsOf } from '../../model/snapshot.ts';
import { digestOf } from './secrets.ts';
import type { PlanInput } from '../context.ts';
import type { Desired } from './desired.ts';
import { isTouched } from './edited.ts';
import { isSensitiveLeaf } from './credentials.ts';
import type { Identity } from '../identity/identity.ts';
import { leafAt, topLevelKey } from '../../values/leaves.ts';
import type { StoredField } from '../plan.ts';
import { isAsSent } from './compare.ts';

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
      // A value that is seen for the first time is the service's version too, unless somebody touched the object since.
      const isTheirs = isUnseen(answered)
        ? !isTouched(identity.entry, record, input)
        : digestOf(stored, input) === answered;
      return isTheirs && digestOf(value, input) === sent ? [{ address, field }] : [];
    });
  });
}

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
