/** Decides about objects whose file is gone. Only objects that the base records as managed are ever deleted. */
import { operationFor } from '../kinds/capabilities.ts';
import { aKind } from '../model/library.ts';
import type { BaseEntry } from '../model/base.ts';
import { isGone, recordsOf } from '../model/snapshot.ts';
import { capabilitiesOf, type PlanInput } from './context.ts';
import { fingerprint } from './fields/declared-part.ts';
import { isEdited } from './fields/edited.ts';
import { objectKey, ownersOf } from './identity/identity.ts';
import { NO_CONTENT, type Change } from './plan.ts';
import { replacedBy } from '../model/base.ts';
import { remoteName } from './for-reviewers.ts';
import type { Identified } from './identity/identify-documents.ts';
import { holders } from './fields/remote-pointers.ts';

export function deletion(
  address: string,
  entry: BaseEntry,
  input: PlanInput,
  owners: ReturnType<typeof ownersOf>,
): readonly Change[] {
  const owner = owners.get(objectKey(entry.kind, entry.id));
  if (owner !== undefined) return [undo(address, entry, 'forget', `its object now belongs to ${owner}`)];
  const can = capabilitiesOf(entry.kind, input);
  const reading = input.snapshot.kinds.get(entry.kind);
  if (entry.kind === 'broadcast' || can.update === 'no') return [undo(address, entry, 'forget', 'no longer managed')];
  const record = recordsOf(input.snapshot, entry.kind).get(entry.id);
  if (reading?.type === 'unknown') return [];
  if (isGone(input.snapshot, entry.kind, entry.id))
    return [undo(address, entry, 'forget', 'the file and the object are both gone')];
  if (record && isEdited(entry, record, input) && !input.choices.ours) {
    return [undo(address, entry, 'conflict', 'the file was deleted, and the object was changed on the target')];
  }
  if (can.delete !== 'yes' || !operationFor(entry.kind, 'delete', input.target, entry.id)) {
    return [
      undo(address, entry, 'manual', `this target cannot delete ${aKind(entry.kind)}: delete it in the web editor`),
    ];
  }
  const change = { ...undo(address, entry, 'delete', reasonFor(address, input)), drops: Object.keys(entry.leaves) };
  return [record ? { ...change, fingerprint: fingerprint(record, change, input) } : { ...change, certainty: 'blind' }];
}

function reasonFor(address: string, { broadcast }: PlanInput): string {
  const others = broadcast.elsewhere?.get(address);
  return others ? `its \`$targets\` limit it to ${others.join(' and ')}` : 'the file was deleted';
}

/** A change that deletes or stops managing something, or leaves it to a person. */
export function undo(
  address: string,
  entry: Pick<BaseEntry, 'kind' | 'id' | 'protect'>,
  action: 'delete' | 'forget' | 'drift' | 'conflict' | 'manual',
  reason: string,
): Change {
  return {
    address,
    kind: entry.kind,
    action,
    certainty: action === 'manual' ? 'manual' : 'verified',
    id: entry.id,
    ...NO_CONTENT,
    reason,
    ...(entry.protect && { protect: true as const }),
  };
}

/** Objects that were replaced in runs that ended before they could delete them. */
export function leftovers(
  changes: readonly Change[],
  { identities, orphans }: Identified,
  input: PlanInput,
): readonly Change[] {
  const owned = [...identities].flatMap(([address, identity]) =>
    'entry' in identity ? [[address, identity.entry] as const] : [],
  );
  const owners = ownersOf(identities, input.broadcast);
  const replaced = [...owned, ...orphans]
    .flatMap(([address, entry]) => replacedBy(entry).map((id) => ({ address, old: { ...entry, id } })))
    // It was bound to another file since.
    .filter(({ old }) => !owners.has(objectKey(old.kind, old.id)));
  if (replaced.length === 0) return [];
  const touched = new Set(
    changes.flatMap(({ action, id }) => (action === 'update' || action === 'delete' ? [id] : [])),
  );
  const held = holders(input.snapshot, new Set(replaced.map(({ old }) => old.id)));
  return replaced.flatMap(({ address, old }): readonly Change[] => {
    // An object that could not be read may already be deleted, or another object may point to it.
    if (input.snapshot.kinds.get(old.kind)?.type === 'unknown') return [];
    const holder = held.get(old.id)?.find(({ id }) => !touched.has(id));
    const obstacle = holder
      ? `${remoteName(holder)} still points to the old one: change that in the web editor`
      : !operationFor(old.kind, 'delete', input.target, old.id) &&
        `this target cannot delete ${aKind(old.kind)} with this id: delete it in the web editor`;
    const reason = 'it was replaced by a newer one';
    return [
      obstacle ? undo(address, old, 'manual', `${reason}, but ${obstacle}`) : undo(address, old, 'delete', reason),
    ];
  });
}
