/** A run for programs. */
import type { Result } from '../../apply/run.ts';
import type { Plan } from '../../plan/plan.ts';

/** The result of a sync. */
export interface SyncReport extends Pick<Plan, 'target' | 'complete' | 'unread'> {
  /** The number of results of each outcome. */
  readonly summary: {
    readonly applied: number;
    readonly failed: number;
    readonly skipped: number;
    readonly unchanged: number;
  };
  /** The results, in order. */
  readonly results: readonly ReportedResult[];
  /** The number of requests. */
  readonly requests: number;
  /** The number of repeated requests. */
  readonly retries: number;
  /** The error that stopped the run. */
  readonly error?: string;
}

/** The result of one change. */
export interface ReportedResult extends Pick<Result, 'address' | 'action' | 'outcome'> {
  /** The id on the target. */
  readonly id: string | null;
  /** Why it was not applied. */
  readonly error: string | null;
  /** For a creation whose outcome is unknown: when it is certain. */
  readonly until?: string;
  /** Values that the service did not store as they were sent. */
  readonly stored_differently?: readonly { readonly field: string; readonly sent: string; readonly stored: string }[];
}

interface Ran {
  readonly results: readonly Result[];
  readonly requests: number;
  readonly retries: number;
  readonly error?: string;
}

export function reportSync(
  { target, summary, complete, unread }: Plan,
  { results, requests, retries, error }: Ran,
): SyncReport {
  const counted = (outcome: Result['outcome']): number => results.filter((each) => each.outcome === outcome).length;
  return {
    target,
    complete,
    ...(unread && { unread }),
    summary: {
      applied: counted('applied'),
      failed: counted('failed'),
      skipped: counted('skipped') + counted('open'),
      unchanged: summary.unchanged,
    },
    results: results.map(reportResult),
    requests,
    retries,
    ...(error !== undefined && { error }),
  };
}

const reportResult = ({ address, action, outcome, id, error, until, stored }: Result): ReportedResult => ({
  address,
  action,
  outcome,
  id: id ?? null,
  error: error ?? null,
  ...(until !== undefined && { until: new Date(until).toISOString() }),
  ...(stored && {
    stored_differently: stored.map(({ field, sent, stored: kept }) => ({ field, sent, stored: kept })),
  }),
});
