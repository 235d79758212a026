/** Counts the requests that a stopped call waits for. */
const counters = new WeakMap<AbortSignal, () => number>();

export const countOpenRequests = (signal: AbortSignal, requests: () => number): void =>
  void counters.set(signal, requests);

/** `signal`: the one that the project was opened with. */
export const openRequests = (signal: AbortSignal): number => counters.get(signal)?.() ?? 0;
