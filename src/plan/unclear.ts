/**
 * Objects that are on the target and whose fields cannot be relied on. They are recognised like any other, so nothing is
 * created in their place, and nothing is changed, deleted or adopted either. Only those that belong to a document make the
 * plan incomplete.
 */
import { kindNamed, type KindName } from '../kinds/registry.ts';
import type { RemoteRecord, Snapshot } from '../model/snapshot.ts';
import type { Identified } from './identify.ts';
import type { Change } from './plan.ts';

/** Whether a change is about such an object. */
export function isAboutUnclear({ kind, id }: Pick<Change, 'kind' | 'id'>, { kinds }: Snapshot): boolean {
  const reading = kinds.get(kind);
  return id !== undefined && reading !== undefined && 'records' in reading && isUnclear(reading.records.get(id));
}

export interface UnclearObjects {
  /** Whether one of them belongs to a document. */
  readonly areManaged: boolean;
  readonly notes: readonly string[];
}

export function unclearObjects({ kinds }: Snapshot, { identities, orphans }: Identified): UnclearObjects {
  const found = [...kinds.values()].flatMap((reading) =>
    'records' in reading ? [...reading.records.values()].filter(isUnclear) : [],
  );
  if (found.length === 0) return { areManaged: false, notes: [] };
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

const nameless = (kind: KindName): string => `an object of ${kindNamed(kind).folder ?? kindNamed(kind).title}`;
