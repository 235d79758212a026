const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The wait after the first failure, the second, and so on. After the last one there are no further attempts. */
const WAITS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

const JITTER = 0.1;

/**
 * The wait after the given number of failed attempts, or undefined when it is time to give up. It varies by up to a
 * tenth, so that deliveries that failed together are not retried together. `random` returns 0 to 1; 0.5 changes
 * nothing.
 */
export function waitAfter(failures: number, random: () => number): number | undefined {
  const wait = WAITS[failures - 1];
  return wait === undefined ? undefined : Math.round(wait * (1 + JITTER * (2 * random() - 1)));
}
