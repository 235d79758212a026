/** For as many as a page and its neighbours on a list show. */
const MOST = 1000;

/** A document is on its own page, on those beside it and on lists, which are rendered one after another. */
export function rememberRecent<Key>(work: (key: Key) => string): (key: Key) => string {
  const known = new Map<Key, string>();
  return (key) => {
    let text = known.get(key);
    if (text === undefined) {
      if (known.size >= MOST) known.clear();
      known.set(key, (text = work(key)));
    }
    return text;
  };
}
