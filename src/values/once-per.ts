/** A value derived from an object that never changes, computed once for each object. */
export function oncePer<K extends object, T>(work: (object: K) => T): (object: K) => T {
  const done = new WeakMap<K, { readonly value: T }>();
  return (object) => {
    let known = done.get(object);
    if (!known) done.set(object, (known = { value: work(object) }));
    return known.value;
  };
}
