import type { KindName } from '../kinds/registry.ts';
import type { Base } from '../model/base.ts';
import type { PlanInput } from './context.ts';
import { keysOf, leavesOf } from './leaves.ts';
import { changedSince, withFieldsSeen } from './seen.ts';

/** Fields of a managed object that its file does not have, and that somebody has changed on the target. */
export interface UnmanagedFields {
  readonly address: string;
  readonly kind: KindName;
  readonly id: string;
  readonly fields: readonly string[];
}

export function unmanagedFields({ broadcast, base, snapshot, choices, digest }: PlanInput): readonly UnmanagedFields[] {
  return [...base.entries].flatMap(([address, entry]): readonly UnmanagedFields[] => {
    const { kind, id } = entry;
    const entity = broadcast.entities.get(address);
    const reading = snapshot.kinds.get(kind);
    const record = reading && 'records' in reading ? reading.records.get(id) : undefined;
    if (!record || entity?.kind !== kind || !choices.only(address, kind)) return [];
    const changed = changedSince(entry, record, digest);
    if (changed.length === 0) return [];
    // What the file has by now is compared by the differ.
    const written = new Set([...leavesOf(entity.fields).keys()].filter((name) => keysOf(name).length === 1));
    const fields = changed.filter((name) => !written.has(name));
    return fields.length === 0 ? [] : [{ address, kind, id, fields }];
  });
}

/** The base once somebody has said that these changes are known, and are to stay on the target only. */
export function seenBase(found: readonly UnmanagedFields[], { base, snapshot, digest }: PlanInput): Base {
  const entries = new Map(base.entries);
  for (const { address, kind, id, fields } of found) {
    const reading = snapshot.kinds.get(kind);
    const record = reading && 'records' in reading ? reading.records.get(id) : undefined;
    const entry = entries.get(address);
    if (entry && record) entries.set(address, { ...entry, seen: withFieldsSeen(entry, fields, record, digest) });
  }
  return { ...base, entries };
}
