import { setImmediate } from 'node:timers/promises';

/**
 * A point at which a long computation can be stopped: lets signals and timers run, then throws the reason if the signal is
 * aborted. Without a signal it costs nothing.
 */
export async function stopPoint(signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return;
  await setImmediate();
  signal.throwIfAborted();
}
