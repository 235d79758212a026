import type { KindName } from '../../kinds/registry.ts';
import type { Base } from '../../model/base.ts';
import { recordsOf } from '../../model/snapshot.ts';
import type { PlanInput } from '../context.ts';
import { leavesOf } from '../../values/leaves.ts';
import { changedSince, withFieldsSeen } from '../../exchange/seen.ts';

/** Fields of a managed object that its file does not have and that somebody changed on the target. */
export interface UnmanagedFields {
  /** The document's address. */
  readonly address: string;
  readonly kind: KindName;
  /** The id on the target. */
  readonly id: string;
  /** The paths of the fields, with dots. */
  readonly fields: readonly string[];
}

export function unmanagedFields({ broadcast, base, snapshot, choices, digest }: PlanInput): readonly UnmanagedFields[] {
  return [...base.entries].flatMap(([address, entry]): readonly UnmanagedFields[] => {
    const { kind, id } = entry;
    const entity = broadcast.entities.get(address);
    const record = recordsOf(snapshot, kind).get(id);
    if (!record || entity?.kind !== kind || !choices.only(address, kind)) return [];
    // The differ compares fields that the file has in the meantime.
    const written = leavesOf(entity.fields);
    const fields = changedSince(entry, record, digest).filter((name) => !written.has(name));
    return fields.length === 0 ? [] : [{ address, kind, id, fields }];
  });
}

/** The base after somebody has marked these changes as known, to stay on the target only. */
export function seenBase(found: readonly UnmanagedFields[], { base, snapshot, digest }: PlanInput): Base {
  const entries = new Map(base.entries);
  for (const { address, kind, id, fields } of found) {
    const record = recordsOf(snapshot, kind).get(id);
    const entry = entries.get(address);
    if (entry && record) entries.set(address, { ...entry, seen: withFieldsSeen(entry, fields, record, digest) });
  }
  return { ...base, entries };
}
