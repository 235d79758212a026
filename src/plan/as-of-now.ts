/**
 * Brings a saved plan up to date with what the plan of this moment knows about the target. The new plan is not applied.
 */
import { canonical } from '../values/canonical.ts';
import type { Change, Plan } from './plan.ts';

export function asOfNow(saved: Plan, now: Plan): Plan {
  const { open, absent, complete, unread = saved.unread, uncompared = saved.uncompared } = now;
  return {
    ...saved,
    changes: withIntents(saved.changes, now.changes),
    open,
    absent,
    complete: saved.complete && complete,
    ...(unread && { unread }),
    ...(uncompared && { uncompared }),
    leftOut: leftOut(saved.changes, now.changes),
  };
}

const sameChange = ({ action, address }: Change): string => `${action} ${address}`;

/** Later runs may have left intents open, or settled some that were open. */
function withIntents(saved: readonly Change[], now: readonly Change[]): readonly Change[] {
  const known = new Map(now.map((change) => [sameChange(change), change]));
  return saved.map(({ settles: _, waitsUntil: _until, ...change }) => {
    const { settles, waitsUntil } = known.get(sameChange(change)) ?? {};
    return { ...change, ...(settles && { settles }), ...(waitsUntil !== undefined && { waitsUntil }) };
  });
}

function leftOut(saved: readonly Change[], now: readonly Change[]): number {
  const contentOf = (change: Change): string => `${sameChange(change)} ${canonical(change.after)}`;
  const planned = new Set(saved.map(contentOf));
  return now.filter((change) => !planned.has(contentOf(change))).length;
}
