/** The objects on the target that have no file, and the addresses that their files will get. */
import type { Address } from '../content/document.ts';
import { fileKinds } from '../kinds/registry.ts';
import { siteAddress } from '../model/site-paths.ts';
import { replacedBy } from '../model/base.ts';
import type { RemoteRecord } from '../model/snapshot.ts';
import type { PlanInput } from '../plan/context.ts';
import { candidatesOf } from '../plan/identity/identity.ts';
import { objectKey } from './files/names.ts';
import type { Proposing } from './proposal-input.ts';
import type { Refusals } from './refusals.ts';
import type { Sides } from './sides.ts';
import { newAddress } from './files/slugs.ts';

export interface Unmanaged {
  readonly address: Address;
  readonly record: RemoteRecord;
}

/** Only kinds that were read completely: an object missing from a list may be one that has a file. */
export function unmanagedObjects(
  { input, sides, environment }: Pick<Proposing, 'input' | 'sides' | 'environment'>,
  refusals: Refusals,
): readonly Unmanaged[] {
  const { snapshot, base, broadcast, choices } = input;
  const claimed = claimedObjects(input, sides);
  const taken = new Set([
    ...broadcast.entities.keys(),
    ...[...broadcast.entities.values()].map(siteAddress),
    ...base.entries.keys(),
  ]);
  const found: Unmanaged[] = [];
  for (const { name: kind } of fileKinds) {
    const reading = snapshot.kinds.get(kind);
    if (reading?.type !== 'read') continue;
    for (const record of reading.records.values()) {
      if (claimed.has(objectKey(kind, record.id)) || refusals.isRefused(kind, record.id)) continue;
      if (record.unclear !== undefined || (kind === 'broadcast' && taken.has('broadcast'))) continue;
      const address = newAddress(
        kind,
        record.fields,
        (each) => taken.has(each) || environment.elsewhere(each).length > 0,
      );
      if (!choices.only(address, kind)) continue;
      taken.add(address);
      found.push({ address, record });
    }
  }
  return found;
}

/** Objects that are managed, about to be adopted, possibly described by a file, or just deleted by us. */
function claimedObjects({ base, broadcast }: PlanInput, { identities, orphans }: Sides): ReadonlySet<string> {
  const claimed = new Set<string>();
  for (const entry of [...base.entries.values(), ...orphans.values()]) {
    for (const id of [entry.id, ...replacedBy(entry)]) claimed.add(objectKey(entry.kind, id));
  }
  for (const [address, identity] of identities) {
    const { kind } = broadcast.entities.get(address)!;
    for (const id of candidatesOf(identity)) claimed.add(objectKey(kind, id));
  }
  for (const id of base.deleted?.keys() ?? []) for (const { name } of fileKinds) claimed.add(objectKey(name, id));
  return claimed;
}
