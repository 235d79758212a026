/** Remembers deliveries for as long as they may be repeated. */
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { replaceFile } from '../machine/replace-file.ts';
import { ifPossible } from '../values/if-possible.ts';
import { isObject } from '../values/json.ts';

/** A service retries for up to three and a half days; older deliveries are rejected. */
export const REMEMBERED_FOR = 4 * 24 * 60 * 60 * 1000;

export interface SeenDeliveries {
  /** Records the delivery; false if it was recorded before. Times are milliseconds since 1970. */
  readonly isNew: (delivery: { readonly id: string; readonly madeAt: number }, now: number) => boolean;
}

export const memorySeen = (): SeenDeliveries => seenWith(new Map(), () => {});

/**
 * Kept on disk, so that a recorded delivery cannot be replayed to the next process. Only the owner can read the file.
 */
export function fileSeen(file: string, now: number): SeenDeliveries {
  const seen = readSeen(file, now);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  replaceFile(file, [...seen].map(([id, until]) => line(id, until)).join(''), { mode: 0o600 });
  return seenWith(seen, (id, until) => appendFileSync(file, line(id, until), { mode: 0o600 }));
}

const line = (id: string, until: number): string => `${JSON.stringify({ id, until })}\n`;

function seenWith(seen: Map<string, number>, keep: (id: string, until: number) => void): SeenDeliveries {
  return {
    isNew({ id, madeAt }, now) {
      for (const [each, until] of seen) {
        // In order of arrival, so the first one that still counts ends the loop.
        if (until >= now) break;
        seen.delete(each);
      }
      if ((seen.get(id) ?? 0) >= now) return false;
      // The sender's clock may be ahead of ours, so the later time is used.
      const until = Math.max(now, madeAt) + REMEMBERED_FOR;
      seen.delete(id);
      seen.set(id, until);
      keep(id, until);
      return true;
    },
  };
}

/** A line truncated by a crash is ignored. */
function readSeen(file: string, now: number): Map<string, number> {
  const lines = (ifPossible(() => readFileSync(file, 'utf8')) ?? '').split('\n');
  const entries = lines.flatMap((text): [string, number][] => {
    const entry = ifPossible(() => JSON.parse(text) as unknown);
    if (!isObject(entry)) return [];
    const { id, until } = entry;
    return typeof id === 'string' && typeof until === 'number' && until >= now ? [[id, until]] : [];
  });
  return new Map(entries);
}
