import { kindNamed, type KindName } from '../../kinds/registry.ts';
import { walkFields } from '../../kinds/walk.ts';
import { recordsOf, type RemoteRecord, type Snapshot } from '../../model/snapshot.ts';
import type { Json, Path } from '../../values/json.ts';
import { keysOf, withLeaf } from '../../values/leaves.ts';

/** The ids that a remote object points to, according to its kind's declaration. */
export function idsPointedAt({ kind, fields }: Pick<RemoteRecord, 'kind' | 'fields'>): readonly string[] {
  const ids: string[] = [];
  walkFields(kindNamed(kind), fields, ({ schema, value }) => {
    if (schema['x-pointer'] && typeof value === 'string') ids.push(value);
  });
  return ids;
}

/** The places in the value of a leaf that hold ids, and the kinds that each may point to. */
export function pointersIn(
  kind: KindName,
  leaf: string,
  value: Json | undefined,
): readonly { readonly path: Path; readonly kinds: readonly string[] }[] {
  if (value === undefined) return [];
  const depth = keysOf(leaf).length;
  const found: { readonly path: Path; readonly kinds: readonly string[] }[] = [];
  // From the top of the field: only a walk resolves the references on the way to the leaf.
  walkFields(kindNamed(kind), withLeaf({}, leaf, value), ({ schema: { 'x-pointer': kinds }, value: each, path }) => {
    if (kinds && typeof each === 'string' && each !== '') found.push({ path: path.slice(depth), kinds });
  });
  return found;
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
