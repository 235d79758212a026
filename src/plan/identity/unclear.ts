/**
 * Objects on the target whose fields are unreliable. They are recognised like any other, so nothing is created in their
 * place, but they are not changed, deleted or adopted either. Only those that belong to a document make the plan
 * incomplete.
 */
import { kindNamed, type KindName } from '../../kinds/registry.ts';
import { recordsOf, type RemoteRecord, type Snapshot } from '../../model/snapshot.ts';
import type { Identified } from './identify-documents.ts';
import type { Change } from '../plan.ts';

/** True if a change concerns such an object. */
export function isAboutUnclear({ kind, id }: Pick<Change, 'kind' | 'id'>, snapshot: Snapshot): boolean {
  return id !== undefined && isUnclear(recordsOf(snapshot, kind).get(id));
}

export interface UnclearObjects {
  /** True if one of them belongs to a document. */
  readonly areManaged: boolean;
  readonly notes: readonly string[];
}

export function unclearObjects(snapshot: Snapshot, { identities, orphans }: Identified): UnclearObjects {
  const found = [...snapshot.kinds.keys()].flatMap((kind) => [...recordsOf(snapshot, kind).values()].filter(isUnclear));
  const addresses = new Map<string, string>([
    ...[...orphans].map(([address, { id }]): [string, string] => [id, address]),
    ...[...identities].flatMap(([address, identity]): [string, string][] =>
      'id' in identity ? [[identity.id, address]] : [],
    ),
  ]);
  return {
    areManaged: found.some(({ id }) => addresses.has(id)),
    notes: found.map(
      ({ kind, id, unclear }) =>
        `${addresses.get(id) ?? nameless(kind)} (${id} on the target) is left as it is: ${unclear}. Rename the key in the web editor`,
    ),
  };
}

const isUnclear = (record: RemoteRecord | undefined): boolean => record?.unclear !== undefined;

const nameless = (kind: KindName): string => `an object in ${kindNamed(kind).folder ?? kindNamed(kind).title}`;
