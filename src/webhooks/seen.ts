/** Remembers deliveries for as long as they may be repeated. */
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { replaceFile } from '../machine/replace-file.ts';
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
  const known = readSeen(file, now);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  replaceFile(file, [...known].map(([id, until]) => line(id, until)).join(''), { mode: 0o600 });
  return seenWith(known, (id, until) => appendFileSync(file, line(id, until), { mode: 0o600 }));
}

const line = (id: string, until: number): string => `${JSON.stringify({ id, until })}\n`;

function seenWith(known: Map<string, number>, keep: (id: string, until: number) => void): SeenDeliveries {
  return {
    isNew({ id, madeAt }, now) {
      for (const [each, until] of known) {
        // In order of arrival, so the first one that still counts ends the loop.
        if (until >= now) break;
        known.delete(each);
      }
      if ((known.get(id) ?? 0) >= now) return false;
      // The sender's clock may be ahead of ours, so the later time is used.
      const until = Math.max(now, madeAt) + REMEMBERED_FOR;
      known.delete(id);
      known.set(id, until);
      keep(id, until);
      return true;
    },
  };
}

/** A line truncated by a crash is ignored. */
function readSeen(file: string, now: number): Map<string, number> {
  const entries = textOf(file)
    .split('\n')
    .flatMap((text): [string, number][] => {
      try {
        const entry: unknown = JSON.parse(text);
        if (!isObject(entry)) return [];
        const { id, until } = entry;
        return typeof id === 'string' && typeof until === 'number' && until >= now ? [[id, until]] : [];
      } catch {
        return [];
      }
    });
  return new Map(entries);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
