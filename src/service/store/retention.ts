/** How long answers and deliveries are kept. */
import { run, type Work } from './work.ts';

const DAY = 24 * 60 * 60 * 1000;

export const ANSWERS_KEPT = DAY;
const DELIVERIES_KEPT = 30 * DAY;
const RECENT = 60_000;

/** Pending deliveries are never too old. */
export function* forgetOld(now: number): Work<void> {
  yield* run('DELETE FROM idempotency WHERE created_at < ?', now - ANSWERS_KEPT);
  yield* run('DELETE FROM recent_changes WHERE at < ?', now - RECENT);
  yield* run("DELETE FROM deliveries WHERE created_at < ? AND state <> 'pending'", now - DELIVERIES_KEPT);
}
