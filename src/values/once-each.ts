/** A value for each of a few keys, such as languages and time zones, computed once and kept for the whole process. */
export function onceEach<Key, T>(work: (key: Key) => T): (key: Key) => T {
  const done = new Map<Key, T>();
  return (key) => {
    let value = done.get(key);
    if (value === undefined) done.set(key, (value = work(key)));
    return value;
  };
}
