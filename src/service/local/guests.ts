/**
 * Commands that use a service which another command runs. The one that runs it stays until they are done instead of
 * ending it while they work. One that stays idle, as `gitcast dev` between two saves, is not waited for: it takes over.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { RequestLog } from '../request-log.ts';
import { holdAlone, holdWithOthers, type Hold } from './hold.ts';

const fileOf = (database: string): string => `${database}.using`;

/** Undefined while the service is ending. */
export const signIn = (database: string): Hold | undefined => holdWithOthers(fileOf(database));

const STEP = 50;
const IDLE = 2000;
const MOST = 60_000;

/** Gives a hold that keeps others from signing in where they were all done. */
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

/** A disk that gives no lock any more is no reason not to end. */
function aloneWith(database: string): Hold | 'in use' | undefined {
  try {
    return holdAlone(fileOf(database)) ?? 'in use';
  } catch {
    return undefined;
  }
}
