import type { Entity } from './broadcast.ts';

/** Something that follows from one document alone, worked out once for each: most are the same after a save. */
export function perEntity<T>(work: (entity: Entity) => T): (entity: Entity) => T {
  const done = new WeakMap<Entity, { readonly value: T }>();
  return (entity) => {
    let known = done.get(entity);
    if (!known) done.set(entity, (known = { value: work(entity) }));
    return known.value;
  };
}
