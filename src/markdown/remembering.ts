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

/**
 * Keeps what was read from long texts between two runs of the program, so that after an edit of one document the texts of
 * the others are not parsed again. The results are plain data and depend on nothing but the text and the program.
 */
export interface TextMemory {
  /** `name` is what was read from the text. */
  readonly find: (name: string, text: string) => unknown;
  readonly keep: (name: string, text: string, value: unknown) => void;
}

let current: TextMemory | undefined;

/** For the texts that this process reads from now on. Undefined: none. */
export const useTextMemory = (memory: TextMemory | undefined): void => void (current = memory);

/** Shorter texts are parsed faster than they are found. */
const SHORT = 200;

export function keptReading<T>(name: string, text: string, read: () => T): T {
  if (!current || text.length < SHORT) return read();
  const earlier = current.find(name, text);
  if (earlier !== undefined) return earlier as T;
  const value = read();
  current.keep(name, text, value);
  return value;
}
