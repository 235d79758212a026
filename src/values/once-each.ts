/** A value for each of a few keys, such as languages and time zones, computed once and kept as long as the function. */
export function onceEach<Key, T>(work: (key: Key) => T): (key: Key) => T {
  const done = new Map<Key, T>();
  return (key) => {
    if (!done.has(key)) done.set(key, work(key));
    return done.get(key)!;
  };
}
