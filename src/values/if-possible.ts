/**
 * The result; undefined if the work throws. For work whose failure has one meaning, whatever its reason, or for one type of
 * error, if that is given.
 */
export function ifPossible<T>(work: () => T, type: abstract new (...args: never[]) => unknown = Object): T | undefined {
  try {
    return work();
  } catch (error) {
    if (type !== Object && !(error instanceof type)) throw error;
    return undefined;
  }
}
