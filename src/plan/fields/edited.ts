/**
 * Detects whether others changed an object since the last sync. Their change may be in a field that no file manages,
 * and then only the object's modification time shows it. The finding is recorded, because our next update changes that
 * time.
 */
import { isUnseen, type BaseEntry } from '../../model/base.ts';
import type { RemoteRecord } from '../../model/snapshot.ts';
import { begunUpdates, sentFor, type PlanInput } from '../context.ts';
import { hasAnyDigest } from './echo.ts';
import { leafAt, topLevelKey } from '../../values/leaves.ts';
import { isMarked } from './secrets.ts';
import { isEmpty } from '../../values/empty.ts';
import { changedSince } from './unmanaged.ts';

/** In a managed field or in any other. Deleting the object would destroy that change. */
export function isEdited(entry: BaseEntry, record: RemoteRecord, input: PlanInput): boolean {
  if (entry.edited === true || isTouched(entry, record, input) || hasOtherValues(entry, record, input)) return true;
  // An object of a source has no modification time.
  return record.updatedAt === undefined && changedSince(entry, record, input.digest).length > 0;
}

/** True if the object and the base both have a modification time, and the two differ. */
export function isTouched({ updatedAt }: BaseEntry, record: RemoteRecord, input: PlanInput): boolean {
  if (updatedAt === undefined || record.updatedAt === undefined) return false;
  // One of our own updates that was sent but not recorded has changed its time.
  if (begunUpdates(record.id, input).length > 0) return false;
  return updatedAt !== record.updatedAt && Date.parse(updatedAt) !== Date.parse(record.updatedAt);
}

function hasOtherValues({ leaves }: BaseEntry, record: RemoteRecord, input: PlanInput): boolean {
  const begun = begunUpdates(record.id, input);
  return Object.entries(leaves).some(
    ([name, { answered }]) =>
      !record.hidden.includes(topLevelKey(name)) &&
      !isMarked(answered) &&
      // The service dropped what was sent, and the answer that would have shown it was not read.
      !(isUnseen(answered) && isEmpty(leafAt(record.fields, name))) &&
      !hasAnyDigest(leafAt(record.fields, name), [answered, ...sentFor(name, begun)], input.digest),
  );
}
