/**
 * How much a plan covers: the kinds that could not be read completely, and the documents it makes no statement about.
 */
import { kindNamed, type KindName } from '../kinds/registry.ts';
import type { Entity } from '../model/broadcast.ts';
import { recordsOf, type Snapshot, type RemoteRecord } from '../model/snapshot.ts';
import type { PlanInput } from './context.ts';
import type { Identity } from './identity/identity.ts';
import type { Identified } from './identity/identify-documents.ts';
import type { Change, UnreadKind } from './plan.ts';

export const unreadKinds = ({ kinds }: Snapshot): readonly UnreadKind[] =>
  [...kinds].flatMap(([kind, reading]) => (reading.type === 'unknown' ? [{ kind, reason: reading.reason }] : []));

/**
 * The unread kinds that matter to a plan: those of a requested document, managed object or open creation. A list that
 * no file needs may fail (for example because the key has no permission to read it) without making the plan incomplete.
 */
export function unreadInPlan(input: PlanInput): readonly UnreadKind[] {
  const { broadcast, base, intents, snapshot, choices } = input;
  const managed = [...base.entries].map(([address, { kind }]) => ({ address, kind }));
  const concerned = new Set(
    [...broadcast.entities.values(), ...managed, ...intents].flatMap(({ address, kind }) =>
      choices.only(address) ? [kind] : [],
    ),
  );
  return unreadKinds(snapshot).filter(({ kind }) => concerned.has(kind));
}

/** The unread kinds that matter to a pull, including those that have no documents here yet. */
export function unreadInPull(input: PlanInput): readonly UnreadKind[] {
  const concerned = new Set(unreadInPlan(input).map(({ kind }) => kind));
  const isAsked = (kind: KindName): boolean => input.choices.only(`${kindNamed(kind).folder!}/any-name`);
  return unreadKinds(input.snapshot).filter(({ kind }) => concerned.has(kind) || isAsked(kind));
}

/** Documents of an unread kind whose own object was not read either. */
export function uncompared(
  synced: readonly Entity[],
  identities: ReadonlyMap<string, Identity>,
  { snapshot }: PlanInput,
): ReadonlySet<string> {
  const unseen = synced.filter(({ address, kind }) => {
    const reading = snapshot.kinds.get(kind);
    if (reading?.type !== 'unknown') return false;
    const identity = identities.get(address);
    return !identity || !('id' in identity) || !reading.records.has(identity.id);
  });
  return new Set(unseen.map(({ address }) => address));
}

/**
 * Objects on the target whose fields are unreliable. They are recognised like any other, so nothing is created in their
 * place, but they are not changed, deleted or adopted either. Only those that belong to a document make the plan
 * incomplete.
 */
export function unclearObjects(snapshot: Snapshot, { identities, orphans }: Identified) {
  const found = [...snapshot.kinds.keys()].flatMap((kind) => [...recordsOf(snapshot, kind).values()].filter(isUnclear));
  const addresses = new Map<string, string>([
    ...[...orphans].map(([address, { id }]): [string, string] => [id, address]),
    ...[...identities].flatMap(([address, identity]): [string, string][] =>
      'id' in identity ? [[identity.id, address]] : [],
    ),
  ]);
  return {
    /** True if one of them belongs to a document. */
    areManaged: found.some(({ id }) => addresses.has(id)),
    notes: found.map(
      ({ kind, id, unclear }) =>
        `${addresses.get(id) ?? nameless(kind)} (${id} on the target) is left as it is: ${unclear}. Rename the key in the web editor`,
    ),
  };
}

/** True if a change concerns such an object. */
export const isAboutUnclear = ({ kind, id }: Pick<Change, 'kind' | 'id'>, snapshot: Snapshot): boolean =>
  id !== undefined && isUnclear(recordsOf(snapshot, kind).get(id));

const isUnclear = (record: RemoteRecord | undefined): boolean => record?.unclear !== undefined;

const nameless = (kind: KindName): string => `an object in ${kindNamed(kind).folder ?? kindNamed(kind).title}`;
