import type { Plan } from '../../plan/plan.ts';
import { carriedSecrets } from '../../plan/secrets.ts';

/** The plan for programs: what is needed to read it, not what is needed to apply it. */
export function planJson(plan: Plan): object {
  const {
    version,
    target,
    offline,
    complete,
    unread,
    uncompared,
    storedDifferently,
    summary,
    requests,
    changes,
    open,
    notes,
    refusals,
  } = plan;
  return {
    version,
    target,
    ...(offline && { offline }),
    complete,
    ...(unread && { unread }),
    ...(uncompared && { uncompared }),
    ...(storedDifferently && { stored_differently: storedDifferently }),
    summary,
    requests,
    secrets: carriedSecrets(plan),
    changes: changes.map(({ address, kind, action, certainty, id, fields, after, reason, waitsUntil }) => ({
      address,
      kind,
      action,
      certainty,
      id: id ?? null,
      fields: fields.map(({ name, before, after: wanted }) => ({
        name,
        before: before ?? null,
        after: wanted ?? null,
      })),
      after: after ?? null,
      reason,
      ...(waitsUntil !== undefined && { waits_until: new Date(waitsUntil).toISOString() }),
    })),
    open: open.map(({ address, kind, until }) => ({ address, kind, until: new Date(until).toISOString() })),
    notes,
    refusals,
  };
}
