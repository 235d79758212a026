import { kindNamed, type KindName } from '../kinds/registry.ts';
import { walk } from '../kinds/walk.ts';
import { recordsOf, type RemoteRecord, type Snapshot } from '../model/snapshot.ts';

/** The ids that a remote object points to, according to its kind's declaration. */
export function idsPointedAt({ kind, fields }: Pick<RemoteRecord, 'kind' | 'fields'>): readonly string[] {
  const ids: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    const schema = kindNamed(kind).fields[name]?.schema;
    if (schema === undefined) continue;
    walk(schema, value, (visited) => {
      if (visited.schema['x-pointer'] && typeof visited.value === 'string') ids.push(visited.value);
    });
  }
  return ids;
}

/** The objects on the target that point to these ids, by id. */
export function holders(snapshot: Snapshot, ids: ReadonlySet<string>): ReadonlyMap<string, readonly RemoteRecord[]> {
  const found = new Map<string, RemoteRecord[]>();
  for (const kind of snapshot.kinds.keys()) {
    for (const record of recordsOf(snapshot, kind).values()) {
      for (const id of idsPointedAt(record)) {
        if (ids.has(id)) found.set(id, [...(found.get(id) ?? []), record]);
      }
    }
  }
  return found;
}

/** The ids that the object of a change points to on the target today. */
export function pointsAt({ kind, id }: { kind: KindName; id?: string }, snapshot: Snapshot): readonly string[] {
  const record = id === undefined ? undefined : recordsOf(snapshot, kind).get(id);
  return record ? idsPointedAt(record) : [];
}
