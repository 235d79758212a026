import type { ProjectEvent } from '../events.ts';

export interface GuardedListener {
  /** Never throws. */
  readonly onEvent: (event: ProjectEvent) => void;
  /** Waits for promises that the listener returned, then throws its first error. */
  readonly ended: () => Promise<void>;
}

/**
 * A run must not depend on the code that watches it: an error thrown in the middle of a sync would leave created objects
 * without a record. The listener still gets every later event, since it may have to clean up.
 */
export function guardListener(listener: (event: ProjectEvent) => unknown): GuardedListener {
  const errors: unknown[] = [];
  const pending = new Set<Promise<unknown>>();
  return {
    onEvent: (event) => {
      try {
        const returned = listener(event);
        if (!(returned instanceof Promise)) return;
        const settled: Promise<unknown> = returned
          .catch((error: unknown) => errors.push(error))
          .finally(() => pending.delete(settled));
        pending.add(settled);
      } catch (error) {
        errors.push(error);
      }
    },
    ended: async () => {
      await Promise.all(pending);
      if (errors.length > 0) throw errors[0];
    },
  };
}
