/** Decides whether an object can be distinguished from others by its natural key, or only by its id. */
import type { JsonObject } from '../values/json.ts';
import { kindNamed, type KindName } from '../kinds/registry.ts';
import type { RemoteRecord } from '../model/snapshot.ts';
import { canonical } from '../values/canonical.ts';
import type { PlanInput } from '../plan/context.ts';

export function recogniser(input: PlanInput): (record: RemoteRecord) => boolean {
  /** How many objects have a key, by kind and fields. Counted once for all callers. */
  const counts = new Map<string, ReadonlyMap<string, number>>();
  return ({ kind, fields }) => {
    const names = kindNamed(kind).naturalKey.find((set) => set.every((name) => (fields[name] ?? null) !== null));
    if (!names) return false;
    const counted = `${kind} ${names.join()}`;
    const count = counts.get(counted) ?? countKeys(ofTheSameKind(kind, input), names);
    counts.set(counted, count);
    return count.get(keyOf(fields, names)) === 1;
  };
}

const keyOf = (fields: JsonObject, names: readonly string[]): string =>
  canonical(names.map((name) => fields[name] ?? null));

function countKeys(all: Iterable<JsonObject>, names: readonly string[]): ReadonlyMap<string, number> {
  const count = new Map<string, number>();
  for (const fields of all) {
    const key = keyOf(fields, names);
    count.set(key, (count.get(key) ?? 0) + 1);
  }
  return count;
}

function* ofTheSameKind(kind: KindName, { snapshot, broadcast, base }: PlanInput): Generator<JsonObject> {
  const reading = snapshot.kinds.get(kind);
  if (reading && 'records' in reading) for (const { fields } of reading.records.values()) yield fields;
  // Managed objects are already among the records.
  for (const { address, fields } of broadcast.byKind.get(kind) ?? []) if (!base.entries.has(address)) yield fields;
}
