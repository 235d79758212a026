import type { Result } from '../../apply/run.ts';
import { isKnowledge } from '../../plan/plan.ts';

/** The number of changes by outcome: each change counts once. */
export interface RunSummary {
  /** Made on the target. */
  readonly applied: number;
  /** Adopted, moved or no longer managed: only the state changed. */
  readonly recorded: number;
  /** Tried, and not made. */
  readonly failed: number;
  /** Not tried. */
  readonly skipped: number;
  /** Left to a person, or not known yet. */
  readonly open: number;
}

export function summaryOfRun(results: readonly Result[]): RunSummary {
  const counts = { applied: 0, recorded: 0, failed: 0, skipped: 0, open: 0 };
  for (const result of results)
    counts[result.outcome === 'applied' && isKnowledge(result) ? 'recorded' : result.outcome]++;
  return counts;
}
