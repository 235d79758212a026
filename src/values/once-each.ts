/**
 * A value for each key, computed once and kept as long as the function. With more keys than `most`, all are forgotten: for
 * those that come again soon, if they do.
 */
export function onceEach<Key, T>(work: (key: Key) => T, most = Infinity): (key: Key) => T {
  const done = new Map<Key, T>();
  return (key) => {
    let value = done.get(key);
    if (value === undefined && !done.has(key)) {
      if (done.size >= most) done.clear();
      done.set(key, (value = work(key)));
    }
    return value as T;
  };
}

/** For as many as a page and its neighbours on a list show, which are rendered one after another. */
export const rememberRecent = <Key>(work: (key: Key) => string): ((key: Key) => string) => onceEach(work, 1000);
