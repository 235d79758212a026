/** The document that each object belongs to. An object that a document has is never deleted on behalf of another. */
import type { KindName } from '../../kinds/registry.ts';
import type { Entity } from '../../model/broadcast.ts';
import type { Identity } from './identity.ts';

export interface Owners {
  /** The address of the document that has this object. */
  readonly of: (object: { readonly kind: KindName; readonly id: string }) => string | undefined;
}

export function ownersOf(entities: Iterable<Entity>, identities: ReadonlyMap<string, Identity>): Owners {
  const owners = new Map<string, string>();
  for (const { address, kind } of entities) {
    const identity = identities.get(address);
    if (identity && 'id' in identity) owners.set(`${kind} ${identity.id}`, address);
  }
  // Ids are unique only within a kind.
  return { of: ({ kind, id }) => owners.get(`${kind} ${id}`) };
}
