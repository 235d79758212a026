import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** A list that several processes work on: each takes the next few items that are still free. */
export interface Queue {
  readonly take: () => Range | undefined;
}

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Large enough that taking items costs nothing, small enough that all processes end at about the same time. */
const AT_ONCE = 32;

/** For a single process. */
export function ownQueue(length: number): Queue {
  return inParts(length, () => true);
}

/** For several processes: creating the folder of a part claims it, because only one process can create it. */
export function claimingQueue(length: number, claims: string): Queue {
  return inParts(length, (part) => {
    try {
      mkdirSync(join(claims, String(part)));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
  });
}

function inParts(length: number, claim: (part: number) => boolean): Queue {
  let part = 0;
  return {
    take() {
      while (part * AT_ONCE < length) {
        const from = AT_ONCE * part++;
        if (claim(from / AT_ONCE)) return { from, to: Math.min(from + AT_ONCE, length) };
      }
      return undefined;
    },
  };
}
