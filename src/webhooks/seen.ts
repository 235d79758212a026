/** Which deliveries were here before, for as long as one may come again. */
import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isObject } from '../values/json.ts';

/** A service tries for up to three days and a half; a delivery that is older is not accepted any more. */
export const REMEMBERED_FOR = 4 * 24 * 60 * 60 * 1000;

export interface SeenDeliveries {
  /** Takes note of it; false where it was here before. Times are milliseconds since 1970. */
  readonly isNew: (delivery: { readonly id: string; readonly madeAt: number }, now: number) => boolean;
}

export const memorySeen = (): SeenDeliveries => seenWith(new Map(), () => {});

/** Outlives the process, so that nobody can play a recorded delivery to the next one. Only its owner can read the file. */
export function fileSeen(file: string, now: number): SeenDeliveries {
  const known = readSeen(file, now);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const fresh = `${file}.${process.pid}.tmp`;
  writeFileSync(fresh, [...known].map(([id, until]) => line(id, until)).join(''), { mode: 0o600 });
  renameSync(fresh, file);
  return seenWith(known, (id, until) => appendFileSync(file, line(id, until), { mode: 0o600 }));
}

const line = (id: string, until: number): string => `${JSON.stringify({ id, until })}\n`;

function seenWith(known: Map<string, number>, keep: (id: string, until: number) => void): SeenDeliveries {
  return {
    isNew({ id, madeAt }, now) {
      for (const [each, until] of known) {
        // In the order in which they came, so the first that still counts ends it.
        if (until >= now) break;
        known.delete(each);
      }
      if ((known.get(id) ?? 0) >= now) return false;
      // A clock may be ahead of this one: it counts from the later of the two.
      const until = Math.max(now, madeAt) + REMEMBERED_FOR;
      known.delete(id);
      known.set(id, until);
      keep(id, until);
      return true;
    },
  };
}

/** A line that was cut off by a crash is none. */
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
