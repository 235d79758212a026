const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long to wait after the first failure, the second, and so on. After the last one nobody tries again. */
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
 * The wait after so many failed attempts, or nothing when it is time to give up. It is up to a tenth shorter or longer,
 * so that what failed together does not come back together; `random` is from 0 to 1, and 0.5 changes nothing.
 */
export function waitAfter(failures: number, random: () => number): number | undefined {
  const wait = WAITS[failures - 1];
  return wait === undefined ? undefined : Math.round(wait * (1 + JITTER * (2 * random() - 1)));
}
