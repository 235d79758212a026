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

/** `isLasting`: a result that depends on more than the text, such as a time limit, is not kept. */
export function keptReading<T>(
  name: string,
  text: string,
  { read, isLasting = () => true }: { readonly read: () => T; readonly isLasting?: (value: T) => boolean },
): T {
  if (!current || text.length < SHORT) return read();
  const known = current.find(name, text);
  if (known !== undefined) return known as T;
  const value = read();
  if (isLasting(value)) current.keep(name, text, value);
  return value;
}
