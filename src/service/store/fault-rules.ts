/** Rules of injected faults that all copies of the service share, with the number of requests that each has seen. */
import { all, changeAtOnce, run, type Work } from './work.ts';

export interface StoredRule {
  readonly number: number;
  /** JSON. */
  readonly rule: string;
}

export const listFaults = (): Work<readonly StoredRule[]> =>
  all<StoredRule>('SELECT number, rule FROM faults ORDER BY number');

export function* replaceFaults(rules: readonly string[]): Work<void> {
  yield* run('DELETE FROM faults');
  for (const [number, rule] of rules.entries())
    yield* run('INSERT INTO faults (number, rule) VALUES (?, ?)', number, rule);
}

/** Which one of the matching requests this is, counted from 1. */
export function* countRequest(number: number): Work<number> {
  const counted = yield* changeAtOnce<{ seen: number }>(
    'UPDATE faults SET seen = seen + 1 WHERE number = ? RETURNING seen',
    number,
  );
  return counted?.seen ?? 0;
}
