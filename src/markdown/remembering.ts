interface Limits {
  /** The total length, in characters, of the texts whose results are kept. */
  readonly most: number;
}

/** The cost of a result besides its text. */
const EACH = 256;

/** Caches the latest results, because validate, plan, site and pages process the same texts. */
export function remembering<T>(answer: (text: string) => T, { most }: Limits): (text: string) => T {
  const recent = new Map<string, T>();
  let kept = 0;
  return (text) => {
    const known = recent.get(text);
    if (known !== undefined) return known;
    const found = answer(text);
    if (text.length + EACH > most) return found;
    recent.set(text, found);
    kept += text.length + EACH;
    for (const oldest of recent.keys()) {
      if (kept <= most) break;
      recent.delete(oldest);
      kept -= oldest.length + EACH;
    }
    return found;
  };
}
