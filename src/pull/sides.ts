/** The documents as the differ sees them: which object each stands for, and how it would be sent. */
import type { Address } from '../content/document.ts';
import type { Entity } from '../model/broadcast.ts';
import { kindNamed, type KindName } from '../kinds/registry.ts';
import type { BaseEntry } from '../model/base.ts';
import type { RemoteRecord } from '../model/snapshot.ts';
import type { PlanInput } from '../plan/context.ts';
import { desire, type Desired } from '../plan/desired.ts';
import { capabilitiesOf } from '../plan/document-changes.ts';
import type { Identity } from '../plan/identity.ts';
import { identify } from '../plan/identify.ts';

export interface Sides {
  readonly identities: ReadonlyMap<Address, Identity>;
  readonly orphans: ReadonlyMap<Address, BaseEntry>;
  readonly desired: (entity: Entity) => Desired;
}

export function sidesOf(input: PlanInput): Sides {
  const { entities } = input.broadcast;
  const { identities, orphans } = identify([...entities.values()], input);
  const idOf = (address: Address): string | undefined => {
    const identity = identities.get(address);
    return identity && 'id' in identity ? identity.id : undefined;
  };
  // As in make-plan.ts, which keeps its own to itself.
  const canPoint = (from: KindName, address: Address): boolean => {
    const [identity, entity] = [identities.get(address), entities.get(address)];
    if (!identity || !entity) return false;
    const { kind } = entity;
    if (kindNamed(from).surface !== kindNamed(kind).surface && !input.target.sharedArticleIds) return false;
    return 'id' in identity || (identity.type === 'new' && capabilitiesOf(kind, input).create === 'yes');
  };
  return { identities, orphans, desired: (entity) => desire(entity, input, { idOf, canPoint }) };
}

export function recordOf({ snapshot }: PlanInput, kind: KindName, id: string): RemoteRecord | undefined {
  const reading = snapshot.kinds.get(kind);
  return reading && 'records' in reading ? reading.records.get(id) : undefined;
}
