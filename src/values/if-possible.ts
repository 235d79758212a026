/** The result; undefined if the work throws. For work whose failure has one meaning, whatever its reason. */
export function ifPossible<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
