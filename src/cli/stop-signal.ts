import type { Context } from './context.ts';

/**
 * Aborted when the user asks a command to end. Who takes a lock asks for it before: a process that is ended without one
 * leaves its lock behind, and everybody else waits until that has expired.
 */
export function stopSignal({ untilStopped }: Context): AbortController {
  const stop = new AbortController();
  void untilStopped().then(() => stop.abort());
  return stop;
}
