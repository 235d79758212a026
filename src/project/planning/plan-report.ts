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
  readonly stored_differently?: readonly StoredField[];
  /** The secrets that its requests carry, by name. */
  readonly secrets: readonly CarriedSecret[];
  readonly changes: readonly ReportedChange[];
  readonly open: readonly { readonly address: string; readonly kind: KindName; readonly until: string }[];
}

export interface ReportedChange extends Pick<Change, 'address' | 'kind' | 'action' | 'certainty' | 'reason'> {
  readonly id: string | null;
  readonly fields: readonly { readonly name: string; readonly before: Json; readonly after: Json }[];
  readonly after: JsonObject | null;
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
