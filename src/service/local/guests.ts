/**
 * Commands that use a service started by another command. The command that started it waits until they are done. It
 * does not wait for an idle one, such as `gitcast dev` between two saves: that one takes over.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { RequestLog } from '../request-log.ts';
import { holdAlone, holdWithOthers, type Hold } from './hold.ts';

const fileOf = (database: string): string => `${database}.using`;

/** Undefined while the service is shutting down. */
export const signIn = (database: string): Hold | undefined => holdWithOthers(fileOf(database));

const STEP = 50;
const IDLE = 2000;
const MOST = 60_000;

/** Returns a hold that keeps others from signing in, or undefined if some were still active. */
export async function untilUnused(database: string, log: RequestLog): Promise<Hold | undefined> {
  const began = performance.now();
  let last = began;
  const stop = log.onRequest(() => (last = performance.now()));
  try {
    for (;;) {
      const alone = aloneWith(database);
      if (alone !== 'in use') return alone;
      const now = performance.now();
      if (now - last > IDLE || now - began > MOST) return undefined;
      await wait(STEP);
    }
  } finally {
    stop();
  }
}

/** A disk that no longer grants locks must not prevent shutdown. */
function aloneWith(database: string): Hold | 'in use' | undefined {
  try {
    return holdAlone(fileOf(database)) ?? 'in use';
  } catch {
    return undefined;
  }
}
