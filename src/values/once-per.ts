/** A value derived from an object that never changes, computed once for each object. */
export function oncePer<K extends object, T>(work: (object: K) => T): (object: K) => T {
  // Without an object around each value: a large site has a hundred thousand documents with several values each.
  const done = new WeakMap<K, T | typeof NOTHING>();
  return (object) => {
    const earlier = done.get(object);
    if (earlier !== undefined) return earlier === NOTHING ? (undefined as T) : (earlier as T);
    const value = work(object);
    done.set(object, value === undefined ? NOTHING : value);
    return value;
  };
}

const NOTHING = Symbol('nothing');
