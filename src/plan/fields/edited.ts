/**
 * Whether others changed an object since the last sync. What they typed may be in a field that no file manages, and then
 * only the object's own time tells of it; what it tells is remembered, since our next update moves that time on.
 */
import type { BaseEntry } from '../../model/base.ts';
import type { RemoteRecord } from '../../model/snapshot.ts';
import type { PlanInput } from '../context.ts';
import { begunUpdates, sentFor } from '../begun-updates.ts';
import { hasDigest } from './echo.ts';
import { leafAt, topLevelKey } from '../../values/leaves.ts';
import { isMarked } from './secrets.ts';

/** In a field that is managed or in any other. Deleting the object would destroy that. */
export function isEdited(entry: BaseEntry, record: RemoteRecord, input: PlanInput): boolean {
  return entry.edited === true || isTouched(entry, record, input) || hasOtherValues(entry, record, input);
}

/** Whether the object is of another time than the base says, where both tell one. */
export function isTouched({ updatedAt }: BaseEntry, record: RemoteRecord, input: PlanInput): boolean {
  if (updatedAt === undefined || record.updatedAt === undefined) return false;
  // An update of ours that nobody lived to write down has moved its time on.
  if (begunUpdates(record.id, input).length > 0) return false;
  return updatedAt !== record.updatedAt && Date.parse(updatedAt) !== Date.parse(record.updatedAt);
}

function hasOtherValues({ leaves }: BaseEntry, record: RemoteRecord, input: PlanInput): boolean {
  const begun = begunUpdates(record.id, input);
  return Object.entries(leaves).some(
    ([name, { answered }]) =>
      !record.hidden.includes(topLevelKey(name)) &&
      !isMarked(answered) &&
      ![answered, ...begun.flatMap((intent) => sentFor(name, intent))].some((known) =>
        hasDigest(leafAt(record.fields, name), known, input.digest),
      ),
  );
}
