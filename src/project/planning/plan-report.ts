import type { Json, JsonObject } from '../../values/json.ts';
import type { KindName } from '../../kinds/registry.ts';
import type { Change, Plan, StoredField } from '../../plan/plan.ts';
import { carriedSecrets, type CarriedSecret } from '../../plan/carried-secrets.ts';

export { carriedSecrets };

/** The plan for programs: everything needed to read it, not what is needed to apply it. */
export interface PlanReport extends Pick<
  Plan,
  | 'version'
  | 'target'
  | 'offline'
  | 'complete'
  | 'unread'
  | 'uncompared'
  | 'summary'
  | 'requests'
  | 'notes'
  | 'refusals'
> {
  /** Values that the service stores differently from what it was sent. */
  readonly stored_differently?: readonly StoredField[];
  /** The secrets that its requests carry, by name. */
  readonly secrets: readonly CarriedSecret[];
  /** The changes, in an order in which they can be made. */
  readonly changes: readonly ReportedChange[];
  /** Creations of earlier runs that may still appear. */
  readonly open: readonly { readonly address: string; readonly kind: KindName; readonly until: string }[];
}

/** A planned change. */
export interface ReportedChange extends Pick<Change, 'address' | 'kind' | 'action' | 'certainty' | 'reason'> {
  /** The id on the target. */
  readonly id: string | null;
  /** The values that differ. */
  readonly fields: readonly { readonly name: string; readonly before: Json; readonly after: Json }[];
  /** The body to send, without secrets. */
  readonly after: JsonObject | null;
  /** Nothing is created before this time. */
  readonly waits_until?: string;
}

export function reportPlan(plan: Plan): PlanReport {
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
