/** A run for programs. */
import type { Result } from '../../apply/run.ts';
import type { Plan } from '../../plan/plan.ts';

export interface SyncReport extends Pick<Plan, 'target' | 'complete' | 'unread'> {
  readonly summary: {
    readonly applied: number;
    readonly failed: number;
    readonly skipped: number;
    readonly unchanged: number;
  };
  readonly results: readonly ReportedResult[];
  readonly requests: number;
  readonly retries: number;
  /** The error that stopped the run. */
  readonly error?: string;
}

export interface ReportedResult extends Pick<Result, 'address' | 'action' | 'outcome'> {
  readonly id: string | null;
  readonly error: string | null;
  readonly until?: string;
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
