import { setImmediate } from 'node:timers/promises';

const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Work that must not end half-way. A signal that would end the program does nothing until the work is done; it takes
 * seconds, and nothing is left to stop afterwards.
 */
export async function holdingSignals<T>(work: () => Promise<T>): Promise<T> {
  const hold = (): void => {};
  for (const signal of ENDING) process.on(signal, hold);
  try {
    return await work();
  } finally {
    // One that arrived while nothing waited is delivered now.
    await setImmediate();
    for (const signal of ENDING) process.off(signal, hold);
  }
}
