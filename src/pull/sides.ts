/** The documents as the differ sees them: the object of each, and how it would be sent. */
import type { Address } from '../content/document.ts';
import type { Entity } from '../model/broadcast.ts';
import type { KindName } from '../kinds/registry.ts';
import type { BaseEntry } from '../model/base.ts';
import type { RemoteRecord } from '../model/snapshot.ts';
import type { PlanInput } from '../plan/context.ts';
import { desire, type Desired } from '../plan/fields/desired.ts';
import { identification } from '../plan/identity/pointer-targets.ts';
import type { Identity } from '../plan/identity/identity.ts';
import { identify } from '../plan/identity/identify-documents.ts';

export interface Sides {
  readonly identities: ReadonlyMap<Address, Identity>;
  readonly orphans: ReadonlyMap<Address, BaseEntry>;
  readonly desired: (entity: Entity) => Desired;
}

export function sidesOf(input: PlanInput): Sides {
  const { entities } = input.broadcast;
  const { identities, orphans } = identify([...entities.values()], input);
  const known = identification(identities, input);
  return { identities, orphans, desired: (entity) => desire(entity, input, known) };
}

export function recordOf({ snapshot }: PlanInput, kind: KindName, id: string): RemoteRecord | undefined {
  const reading = snapshot.kinds.get(kind);
  return reading && 'records' in reading ? reading.records.get(id) : undefined;
}
