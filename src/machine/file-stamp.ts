import type { Stats } from 'node:fs';

/** Two writes within this time may leave the same times on a file, in milliseconds. Some file systems count seconds. */
export const TICK = 20;
const COARSE_TICK = 2000;

/** A file with the same stamp still has the same bytes, if the stamp was reliable when it was taken. */
export const stampOf = ({ size, mtimeMs, ctimeMs, ino }: Stats): string => `${size} ${mtimeMs} ${ctimeMs} ${ino}`;

/** True if a change of the file from `now` on changes its stamp. */
export function isStampReliable({ mtimeMs, ctimeMs }: Stats, now: number): boolean {
  const latest = Math.max(mtimeMs, ctimeMs);
  return latest + (mtimeMs % 1000 === 0 ? COARSE_TICK : TICK) < now;
}
