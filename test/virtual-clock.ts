import type { Clock } from '../src/machine/clock.ts';

export interface VirtualClock extends Clock {
  /** Lets time pass. */
  readonly pass: (milliseconds: number) => void;
}

/**
 * Time that passes only while somebody sleeps, and then at once. It starts now, because a test may also run programs that
 * have the real time. Sleeps at the same time overlap, as real ones do.
 */
export function virtualClock(start = Date.now()): VirtualClock {
  let now = start;
  return {
    now: () => now,
    pass: (milliseconds) => void (now += milliseconds),
    sleep: async (milliseconds, signal) => {
      const end = now + milliseconds;
      signal?.throwIfAborted();
      await new Promise(setImmediate);
      signal?.throwIfAborted();
      now = Math.max(now, end);
    },
  };
}
