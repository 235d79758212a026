interface Limits {
  /** The total length, in characters, of the texts whose results are kept. */
  readonly most: number;
}

/** The cost of a result besides its text. */
const EACH = 256;

/** Caches the latest results, because validate, plan, site and pages process the same texts. */
export function remembering<T>(answer: (text: string) => T, { most }: Limits): (text: string) => T {
  // Two halves, of which the older one is dropped at once: to delete the first entries of a map one by one takes long.
  let older = new Map<string, T>();
  let recent = new Map<string, T>();
  let kept = 0;
  return (text) => {
    const known = recent.get(text);
    if (known !== undefined) return known;
    const found = older.get(text) ?? answer(text);
    if (text.length + EACH > most) return found;
    if (kept + text.length + EACH > most / 2) {
      older = recent;
      recent = new Map();
      kept = 0;
    }
    recent.set(text, found);
    kept += text.length + EACH;
    return found;
  };
}
