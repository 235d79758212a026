import { setImmediate } from 'node:timers/promises';
import type { Turns } from '../values/turns.ts';

/** Works while the event loop goes on. */
export async function takeTurns<T>(work: Turns<T>): Promise<T> {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await setImmediate();
  }
}
