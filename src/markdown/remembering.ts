interface Limits {
  /** How many characters the texts may have together whose answers are kept. */
  readonly most: number;
}

/** What an answer takes beside its text. */
const EACH = 256;

/** Keeps the last answers about texts, since validate, plan, site and pages ask about the same ones. */
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
