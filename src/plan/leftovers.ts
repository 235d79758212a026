/** Objects that a replacement has taken the place of, in a run that did not come to deleting them. */
import { kindNamed } from '../kinds/registry.ts';
import type { BaseEntry } from '../model/base.ts';
import type { PlanInput } from './context.ts';
import { undo } from './deletions.ts';
import type { Identified } from './identify.ts';
import type { Change } from './plan.ts';
import { holders } from './remote-pointers.ts';

export function leftovers(changes: readonly Change[], { identities }: Identified, input: PlanInput): readonly Change[] {
  const made = [...identities].flatMap(([address, identity]) =>
    identity.type === 'made' ? [[address, identity.entry] as const] : [],
  );
  const replaced = [...input.base.entries, ...made].filter(([, { replaces }]) => replaces !== undefined);
  if (replaced.length === 0) return [];
  const touched = new Set(
    changes.flatMap(({ action, id }) => (action === 'update' || action === 'delete' ? [id] : [])),
  );
  const held = holders(input.snapshot, new Set(replaced.map(([, { replaces }]) => replaces!)));
  return replaced.flatMap(([address, { replaces, ...entry }]): readonly Change[] => {
    if (input.snapshot.kinds.get(entry.kind)?.type === 'unknown') return [];
    const old: BaseEntry = { ...entry, id: replaces! };
    const holder = held.get(old.id)?.find(({ id }) => !touched.has(id));
    if (!holder) return [undo(address, old, 'delete', 'it was replaced by a newer one')];
    const { title } = kindNamed(holder.kind);
    const reason = `it was replaced by a newer one, and ${title.toLowerCase()} ${holder.id} still points at the old one: change that in the web editor`;
    return [undo(address, old, 'manual', reason)];
  });
}
