import type { Base } from '../model/base.ts';

/** How long a deletion is remembered: far longer than any list is stale. */
const REMEMBERED = 10 * 60_000;

export function recent({ entries, deleted = new Map() }: Base, now: number): Base {
  return { entries, deleted: new Map([...deleted].filter(([, at]) => Math.abs(now - at) < REMEMBERED)) };
}
