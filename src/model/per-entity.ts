import type { Entity } from './broadcast.ts';

/** A value derived from one document alone, computed once per document: most are unchanged after a save. */
export function perEntity<T>(work: (entity: Entity) => T): (entity: Entity) => T {
  const done = new WeakMap<Entity, { readonly value: T }>();
  return (entity) => {
    let known = done.get(entity);
    if (!known) done.set(entity, (known = { value: work(entity) }));
    return known.value;
  };
}
