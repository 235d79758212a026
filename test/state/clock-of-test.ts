import { onTestFinished } from 'vitest';
import { systemLockClock, type LockClock } from '../../src/state/file/lock.ts';

/**
 * The clock of this machine until the test ends. A lock that the test never releases would otherwise be renewed, with
 * several starts of git each time, for as long as the process runs tests of other files.
 */
export function clockOfTest(): LockClock {
  const stops: (() => void)[] = [];
  onTestFinished(() => stops.forEach((stop) => stop()));
  return {
    now: systemLockClock.now,
    every: (milliseconds, task) => {
      const stop = systemLockClock.every(milliseconds, task);
      stops.push(stop);
      return stop;
    },
  };
}
