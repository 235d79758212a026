interface Limits {
  /** The total length, in characters, of the texts whose results are kept. */
  readonly most: number;
}

/** The cost of a result besides its text. */
const EACH = 256;

const caches: (() => void)[] = [];

/** Forgets the texts that nobody has asked about since the last call: in a preview, those of earlier saves. */
export function forgetUnusedTexts(): void {
  for (const age of caches) age();
}

/** Caches the latest results, because validate, plan, site and pages process the same texts. */
export function remembering<T>(answer: (text: string) => T, { most }: Limits): (text: string) => T {
  // Two halves, of which the older one is dropped at once: to delete the first entries of a map one by one takes long.
  let older = new Map<string, T>();
  let recent = new Map<string, T>();
  let kept = 0;
  const age = (): void => {
    older = recent;
    recent = new Map();
    kept = 0;
  };
  caches.push(age);
  return (text) => {
    const earlier = recent.get(text);
    if (earlier !== undefined) return earlier;
    const found = older.get(text) ?? answer(text);
    if (text.length + EACH > most) return found;
    if (kept + text.length + EACH > most / 2) age();
    recent.set(text, found);
    kept += text.length + EACH;
    return found;
  };
}
