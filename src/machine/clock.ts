import { setTimeout as wait } from 'node:timers/promises';

/** The time in milliseconds, and waiting for it to pass. */
export interface Clock {
  readonly now: () => number;
  /** Rejects when the signal is aborted. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

export const systemClock: Clock = {
  // Looked up each time: tests replace the Date of this process.
  now: () => Date.now(),
  sleep: (milliseconds, signal) => wait(milliseconds, undefined, { ...(signal && { signal }) }),
};
