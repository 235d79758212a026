/** Counts the requests that a stopped call waits for. A call can have several targets open. */
const counters = new WeakMap<AbortSignal, Set<() => number>>();

/** Returns the function that ends the counting. */
export function countOpenRequests(signal: AbortSignal, requests: () => number): () => void {
  const counted = counters.get(signal) ?? new Set();
  counters.set(signal, counted.add(requests));
  return () => void counted.delete(requests);
}

/** `signal`: the one that the project was opened with. */
export const openRequests = (signal: AbortSignal): number =>
  [...(counters.get(signal) ?? [])].reduce((total, requests) => total + requests(), 0);
