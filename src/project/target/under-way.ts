/** How many requests would have to end before a call that is asked to stop can do so. */
const counters = new WeakMap<AbortSignal, () => number>();

export const countUnderWay = (signal: AbortSignal, requests: () => number): void => void counters.set(signal, requests);

/** By the signal that the project was opened with. */
export const requestsUnderWay = (signal: AbortSignal): number => counters.get(signal)?.() ?? 0;
