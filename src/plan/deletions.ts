/** Decides about objects whose file is gone. Only objects that the base records as managed are ever deleted. */
import { operationFor } from '../kinds/operation-for.ts';
import { aKind } from '../model/library.ts';
import type { BaseEntry } from '../model/base.ts';
import { isGone } from '../model/snapshot.ts';
import type { PlanInput } from './context.ts';
import { capabilitiesOf } from './capabilities-of.ts';
import { fingerprint } from './document-changes.ts';
import { isEdited } from './fields/edited.ts';
import type { Owners } from './identity/owners.ts';
import type { Change } from './plan.ts';

export function deletion(address: string, entry: BaseEntry, input: PlanInput, owners: Owners): readonly Change[] {
  const owner = owners.of(entry);
  if (owner !== undefined) return [undo(address, entry, 'forget', `its object now belongs to ${owner}`)];
  const can = capabilitiesOf(entry.kind, input);
  const reading = input.snapshot.kinds.get(entry.kind);
  if (entry.kind === 'broadcast' || can.update === 'no') return [undo(address, entry, 'forget', 'no longer managed')];
  const record = reading && 'records' in reading ? reading.records.get(entry.id) : undefined;
  if (reading?.type === 'unknown') return [];
  if (isGone(input.snapshot, entry.kind, entry.id))
    return [undo(address, entry, 'forget', 'the file and the object are both gone')];
  if (record && isEdited(entry, record, input) && !input.choices.ours) {
    return [
      {
        ...undo(address, entry, 'conflict', 'the file was deleted, and the object was changed on the target'),
        certainty: 'verified',
      },
    ];
  }
  if (can.delete !== 'yes' || !operationFor(entry.kind, 'delete', input.target, entry.id)) {
    return [
      undo(address, entry, 'manual', `this target cannot delete ${aKind(entry.kind)}: delete it in the web editor`),
    ];
  }
  return [
    {
      ...undo(address, entry, 'delete', reasonFor(address, input)),
      certainty: record ? 'verified' : 'blind',
      ...(record && { fingerprint: fingerprint(record, input) }),
    },
  ];
}

function reasonFor(address: string, { broadcast }: PlanInput): string {
  const others = broadcast.elsewhere?.get(address);
  return others ? `its \`$targets\` limit it to ${others.join(' and ')}` : 'the file was deleted';
}

/** A change that deletes or stops managing something. */
export function undo(
  address: string,
  entry: BaseEntry,
  action: 'delete' | 'forget' | 'conflict' | 'manual',
  reason: string,
): Change {
  return {
    address,
    kind: entry.kind,
    action,
    certainty: action === 'manual' ? 'manual' : 'verified',
    id: entry.id,
    fields: [],
    pointers: [],
    secrets: [],
    reason,
    dependsOn: [],
    agreed: {},
    sets: [],
    drops: [],
    ...(entry.protect && { protect: true as const }),
  };
}
