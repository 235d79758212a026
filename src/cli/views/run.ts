import type { Result } from '../../apply/run.ts';
import type { Plan } from '../../plan/plan.ts';
import { count } from './count.ts';
import { printable } from '../../diagnostics/printable.ts';
import type { Style } from './style.ts';
import { waysOut } from './ways-out.ts';

interface Ran {
  readonly results: readonly Result[];
  readonly requests: number;
  readonly retries: number;
  readonly error?: string;
}

const counted = (results: readonly Result[], outcome: Result['outcome']): number =>
  results.filter((result) => result.outcome === outcome).length;

export function runJson({ target, summary }: Plan, { results, requests, retries, error }: Ran): object {
  return {
    target,
    summary: {
      applied: counted(results, 'applied'),
      failed: counted(results, 'failed'),
      skipped: counted(results, 'skipped') + counted(results, 'open'),
      unchanged: summary.unchanged,
    },
    results: results.map(({ address, action, outcome, id, error: why, until }) => ({
      address,
      action,
      outcome,
      id: id ?? null,
      error: why ?? null,
      ...(until !== undefined && { until: new Date(until).toISOString() }),
    })),
    requests,
    retries,
    ...(error !== undefined && { error }),
  };
}

/** What was done, and what is left for a person. */
export function runText(
  plan: Plan,
  results: readonly Result[],
  stopped: Error | undefined,
  { colours }: Style,
): string {
  const applied = counted(results, 'applied');
  const left = results.filter(({ outcome }) => outcome !== 'applied');
  const lines = left.map(({ address, action, outcome, error }) => {
    const mark = outcome === 'failed' ? colours.red('✗') : colours.yellow(outcome === 'open' ? '☞' : '–');
    return `${mark} ${colours.bold(address)} ${action}: ${printable(error ?? outcome)}`;
  });
  const hint = waysOut(left.map(({ action }) => action)).map((way) => colours.dim(`  ${way}`));
  const verdict =
    left.length === 0
      ? `${colours.green('✓')} ${plan.target}: ${count(applied, 'change')} made, the target equals the files`
      : `${colours.yellow('!')} ${plan.target}: ${count(applied, 'change')} made, ${left.length} left`;
  const notes = plan.notes.map((note) => colours.dim(`· ${printable(note)}`));
  const ended = stopped ? [`${colours.red('stopped')}: ${printable(stopped.message)}`] : [];
  return [...lines, ...hint, ...notes, ...ended, verdict, ''].join('\n');
}
