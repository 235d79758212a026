import { kindNamed, type KindName } from '../../kinds/registry.ts';
import { walk } from '../../kinds/walk.ts';
import { recordsOf, type RemoteRecord, type Snapshot } from '../../model/snapshot.ts';
import type { Json, Path } from '../../values/json.ts';
import { keysOf, withLeaf } from '../../values/leaves.ts';

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

/** The places in the value of a leaf that hold ids, and the kinds that each may point to. */
export function pointersIn(
  kind: KindName,
  leaf: string,
  value: Json | undefined,
): readonly { readonly path: Path; readonly kinds: readonly string[] }[] {
  const [field = '', ...below] = keysOf(leaf);
  const schema = kindNamed(kind).fields[field]?.schema;
  if (schema === undefined || value === undefined) return [];
  const found: { readonly path: Path; readonly kinds: readonly string[] }[] = [];
  // From the top of the field: only a walk resolves the references on the way to the leaf.
  const whole = withLeaf({}, leaf, value)[field]!;
  walk(schema, whole, ({ schema: { 'x-pointer': kinds }, value: each, path }) => {
    if (kinds && typeof each === 'string' && each !== '') found.push({ path: path.slice(below.length), kinds });
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
