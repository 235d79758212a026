import type { Json } from '../diagnostics/json.ts';
import { kindNamed, type KindName } from '../kinds/registry.ts';
import { walk } from '../kinds/walk.ts';
import type { RemoteRecord, Snapshot } from '../model/snapshot.ts';

/** The ids that a remote object points at, by what its kind declares. */
export function idsPointedAt({ kind, fields }: Pick<RemoteRecord, 'kind' | 'fields'>): readonly string[] {
  const ids: string[] = [];
  for (const [name, { schema }] of Object.entries(kindNamed(kind).fields)) {
    const value: Json | undefined = fields[name];
    if (value === undefined) continue;
    walk(schema, value, (visited) => {
      if (visited.schema['x-pointer'] && typeof visited.value === 'string') ids.push(visited.value);
    });
  }
  return ids;
}

/** The objects of the target that point at these ids, by id. */
export function holders({ kinds }: Snapshot, ids: ReadonlySet<string>): ReadonlyMap<string, readonly RemoteRecord[]> {
  const found = new Map<string, RemoteRecord[]>();
  if (ids.size === 0) return found;
  for (const reading of kinds.values()) {
    if (!('records' in reading)) continue;
    for (const record of reading.records.values()) {
      for (const id of idsPointedAt(record)) {
        if (ids.has(id)) found.set(id, [...(found.get(id) ?? []), record]);
      }
    }
  }
  return found;
}

/** The ids that the object of a change points at on the target today. */
export function pointsAt({ kind, id }: { kind: KindName; id?: string }, snapshot: Snapshot): readonly string[] {
  const reading = snapshot.kinds.get(kind);
  const record = id !== undefined && reading && 'records' in reading ? reading.records.get(id) : undefined;
  return record ? idsPointedAt(record) : [];
}
