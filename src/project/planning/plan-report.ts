/** A plan for programs, and what every interface says about it in the same words. */
import { count } from '../../diagnostics/count.ts';
import type { Json, JsonObject } from '../../values/json.ts';
import { kindNamed, type KindName } from '../../kinds/registry.ts';
import {
  isIncomplete,
  type Change,
  type FieldChange,
  type Lost,
  type Plan,
  type StoredField,
  type UnreadKind,
} from '../../plan/plan.ts';
import { needsPerson } from '../../plan/approval.ts';
import { carriedSecrets, type CarriedSecret } from '../../plan/fields/secrets.ts';

export { carriedSecrets, isIncomplete, needsPerson };

/** The plan for programs: everything needed to read it, not what is needed to apply it. */
export interface PlanReport extends Pick<
  Plan,
  | 'version'
  | 'target'
  | 'digest'
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
  /** Values that the target does not show, and that no sync has sent. */
  readonly assumed?: readonly StoredField[];
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
  readonly fields: readonly ReportedField[];
  /** The body to send, without secrets. */
  readonly after: JsonObject | null;
  /** For an object without a file that could be read: it is deleted, or others changed it in the meantime. */
  readonly lost?: Lost;
  /** Nothing is created before this time, and nothing is changed that the target does not show yet. */
  readonly waits_until?: string;
}

/** A value that differs. */
export interface ReportedField extends Pick<FieldChange, 'name' | 'shown' | 'unread'> {
  /** The value on the target; `null` if it is `unread`. */
  readonly before: Json;
  /** The value in the file. */
  readonly after: Json;
  /** The value at the last sync, for drift, conflicts and unread fields, if it is known. */
  readonly last_sync?: Json;
}

export function reportPlan(plan: Plan): PlanReport {
  const { digest, offline, unread, uncompared, storedDifferently, assumed } = plan;
  return {
    version: plan.version,
    target: plan.target,
    ...(digest !== undefined && { digest }),
    ...(offline && { offline }),
    complete: plan.complete,
    ...(unread && { unread }),
    ...(uncompared && { uncompared }),
    ...(storedDifferently && { stored_differently: storedDifferently }),
    ...(assumed && { assumed }),
    summary: plan.summary,
    requests: plan.requests,
    secrets: carriedSecrets(plan),
    changes: plan.changes.map(({ address, kind, action, certainty, id, fields, after, reason, lost, waitsUntil }) => ({
      address,
      kind,
      action,
      certainty,
      id: id ?? null,
      fields: fields.map(({ name, before, after: wanted, shown, unread, last }) => ({
        name,
        before: before ?? null,
        after: wanted ?? null,
        ...(shown && { shown }),
        ...(unread && { unread }),
        ...(last !== undefined && { last_sync: last }),
      })),
      after: after ?? null,
      reason,
      ...(lost && { lost }),
      ...(waitsUntil !== undefined && { waits_until: new Date(waitsUntil).toISOString() }),
    })),
    open: plan.open.map(({ address, kind, until }) => ({ address, kind, until: new Date(until).toISOString() })),
    notes: plan.notes,
    refusals: plan.refusals,
  };
}

/** The warning about a plan for which the target could not be read completely; undefined if the plan is complete. */
export function incompleteWords(plan: Plan): string | undefined {
  if (!isIncomplete(plan)) return undefined;
  const { length } = plan.uncompared ?? [];
  const left =
    length === 0
      ? 'every managed document was compared one by one'
      : `${count(length, 'document')} could not be compared`;
  return `the plan is incomplete: ${foldersOf(plan.unread ?? [])} could not be read completely; ${left}`;
}

/** `events and articles`. */
export function foldersOf(unread: readonly Pick<UnreadKind, 'kind'>[]): string {
  const folders = unread.map(({ kind }) => kindNamed(kind).folder!);
  if (folders.length === 0) return 'the target';
  return folders.length === 1 ? folders[0]! : `${folders.slice(0, -1).join(', ')} and ${folders.at(-1)!}`;
}
