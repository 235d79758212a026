/** The plans of several broadcasts, which one pull request changes and one person approves together. Pure. */
import { canonical } from '../values/canonical.ts';
import type { Digest } from '../values/digest.ts';

/** The plan of one broadcast, as far as it is approved. */
export interface SealedBroadcast {
  /** Its name in the workspace. */
  readonly folder: string;
  /** The digest of its plan. */
  readonly digest: string;
  /** The number of sealed changes. */
  readonly changes: number;
}

/** Plans without changes do not count: which broadcasts are looked at differs between two jobs, what is sent does not. */
export function combinedDigest(broadcasts: readonly SealedBroadcast[], digest: Digest): string {
  const sealed = broadcasts
    .filter(({ changes }) => changes > 0)
    .map((each) => ({ folder: each.folder, digest: each.digest }))
    .toSorted((one, other) => (one.folder < other.folder ? -1 : 1));
  return digest(canonical({ broadcasts: sealed }));
}
