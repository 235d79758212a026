/** Objects that were replaced in runs that ended before they could delete them. */
import { operationFor } from '../kinds/operation-for.ts';
import { aKind } from '../model/library.ts';
import { replacedBy } from '../model/base.ts';
import type { PlanInput } from './context.ts';
import { undo } from './deletions.ts';
import { remoteName } from './for-reviewers.ts';
import type { Identified } from './identity/identify-documents.ts';
import { ownersOf } from './identity/owners.ts';
import type { Change } from './plan.ts';
import { holders } from '../exchange/remote-pointers.ts';

export function leftovers(
  changes: readonly Change[],
  { identities, orphans }: Identified,
  input: PlanInput,
): readonly Change[] {
  const known = [...identities].flatMap(([address, identity]) =>
    'entry' in identity ? [[address, identity.entry] as const] : [],
  );
  const owners = ownersOf(input.broadcast.entities.values(), identities);
  const replaced = [...known, ...orphans]
    .flatMap(([address, entry]) => replacedBy(entry).map((id) => ({ address, old: { ...entry, id } })))
    // It was bound to another file since.
    .filter(({ old }) => owners.of(old) === undefined);
  if (replaced.length === 0) return [];
  const touched = new Set(
    changes.flatMap(({ action, id }) => (action === 'update' || action === 'delete' ? [id] : [])),
  );
  const held = holders(input.snapshot, new Set(replaced.map(({ old }) => old.id)));
  return replaced.flatMap(({ address, old }): readonly Change[] => {
    // An object that could not be read may already be deleted, or another object may point to it.
    if (input.snapshot.kinds.get(old.kind)?.type === 'unknown') return [];
    const holder = held.get(old.id)?.find(({ id }) => !touched.has(id));
    if (holder) {
      const reason = `it was replaced by a newer one, but ${remoteName(holder)} still points to the old one: change that in the web editor`;
      return [undo(address, old, 'manual', reason)];
    }
    if (!operationFor(old.kind, 'delete', input.target, old.id)) {
      const reason = `it was replaced by a newer one, but this target cannot delete ${aKind(old.kind)} with this id: delete it in the web editor`;
      return [undo(address, old, 'manual', reason)];
    }
    return [undo(address, old, 'delete', 'it was replaced by a newer one')];
  });
}
