/**
 * Decides whether a service stored what it was sent. The service may add values, spell a date differently or change the
 * final line break. A text that it trimmed, escaped or cut differs from the file.
 */
import { isObject, type Json } from '../../values/json.ts';
import { recordsOf } from '../../model/snapshot.ts';
import { isSame } from '../../values/canonical.ts';
import { digestOf } from './compare.ts';
import type { PlanInput } from '../context.ts';
import { isSensitiveLeaf, type Desired } from './desired.ts';
import type { Identity } from '../identity/identity.ts';
import { leafAt, topLevelKey } from '../../values/leaves.ts';
import type { StoredField } from '../plan.ts';

export function isStoredAs(sent: Json | undefined, stored: Json | undefined): boolean {
  if (isEmpty(sent) && isEmpty(stored)) return true;
  if (typeof sent === 'string' && typeof stored === 'string')
    return lines(sent) === lines(stored) || isSame(sent, stored);
  if (Array.isArray(sent)) {
    return (
      Array.isArray(stored) &&
      sent.length === stored.length &&
      sent.every((each: Json, index) => isStoredAs(each, stored[index] as Json))
    );
  }
  if (isObject(sent)) return isObject(stored) && Object.keys(sent).every((key) => isStoredAs(sent[key], stored[key]));
  return isSame(sent, stored);
}

const lines = (text: string): string => text.replaceAll('\r\n', '\n').replace(/\n+$/, '');

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

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
