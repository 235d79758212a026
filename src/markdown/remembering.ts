interface Limits {
  /** How many answers are kept. */
  readonly most: number;
  /** Texts longer than this are worked out each time. */
  readonly longest: number;
}

/** Keeps the last few answers about texts, since validate, plan, site and pages ask about the same ones. */
export function remembering<T>(answer: (text: string) => T, { most, longest }: Limits): (text: string) => T {
  const recent = new Map<string, T>();
  return (text) => {
    const known = recent.get(text);
    if (known !== undefined) return known;
    const found = answer(text);
    if (text.length > longest) return found;
    if (recent.size === most) recent.delete(recent.keys().next().value!);
    recent.set(text, found);
    return found;
  };
}
