import type { Result } from '../../apply/run.ts';
import { RemoteError } from '../../diagnostics/errors.ts';
import type { Plan } from '../../plan/plan.ts';
import { count } from './count.ts';
import { printable } from '../../diagnostics/printable.ts';
import { storedLines } from './stored.ts';
import type { Style } from './style.ts';
import { equalAfterRun, incompleteLines } from './verdict.ts';
import { waysOut } from './ways-out.ts';

interface Ran {
  readonly results: readonly Result[];
  readonly requests: number;
  readonly retries: number;
  readonly error?: string;
}

const counted = (results: readonly Result[], outcome: Result['outcome']): number =>
  results.filter((result) => result.outcome === outcome).length;

export function runJson(
  { target, summary, complete, unread }: Plan,
  { results, requests, retries, error }: Ran,
): object {
  return {
    target,
    complete,
    ...(unread && { unread }),
    summary: {
      applied: counted(results, 'applied'),
      failed: counted(results, 'failed'),
      skipped: counted(results, 'skipped') + counted(results, 'open'),
      unchanged: summary.unchanged,
    },
    results: results.map(({ address, action, outcome, id, error: why, until, stored }) => ({
      address,
      action,
      outcome,
      id: id ?? null,
      error: why ?? null,
      ...(until !== undefined && { until: new Date(until).toISOString() }),
      ...(stored && {
        stored_differently: stored.map(({ field, sent, stored: kept }) => ({ field, sent, stored: kept })),
      }),
    })),
    requests,
    retries,
    ...(error !== undefined && { error }),
  };
}

/** What was done, and what is left for a person. */
export function runText(plan: Plan, results: readonly Result[], stopped: Error | undefined, style: Style): string {
  const { colours } = style;
  const applied = counted(results, 'applied');
  const undone = results.filter(({ outcome }) => outcome !== 'applied');
  // A run that stopped leaves thousands for one reason, which is shown once.
  const left = undone.filter(({ halted }) => !halted);
  const lines = left.map(({ address, action, outcome, error }) => {
    const mark = outcome === 'failed' ? colours.red('✗') : colours.yellow(outcome === 'open' ? '☞' : '–');
    return `${mark} ${colours.bold(address)} ${action}: ${printable(error ?? outcome)}`;
  });
  const hint = waysOut(left.map(({ action, error }) => ({ action, reason: error }))).map((way) =>
    colours.dim(`  ${way}`),
  );
  const incomplete = incompleteLines(plan, style);
  const verdict =
    undone.length === 0
      ? `${incomplete.length === 0 ? colours.green('✓') : colours.yellow('!')} ${plan.target}: ${count(applied, 'change')} made, ${equalAfterRun(plan, results)}`
      : `${colours.yellow('!')} ${plan.target}: ${count(applied, 'change')} made, ${undone.length} left`;
  const notes = plan.notes.map((note) => colours.dim(`· ${printable(note)}`));
  const ended = endOf(undone.length - left.length, stopped, colours);
  return [...incomplete, ...lines, ...hint, ...storedLines(results, style), ...notes, ...ended, verdict, ''].join('\n');
}

function endOf(halted: number, stopped: Error | undefined, colours: Style['colours']): readonly string[] {
  if (!stopped && halted === 0) return [];
  const suggestion = stopped instanceof RemoteError ? stopped.suggestion : undefined;
  return [
    `${colours.red('stopped')}: ${printable(stopped?.message ?? 'the run was interrupted')}`,
    ...(suggestion === undefined ? [] : [colours.dim(`  ${printable(suggestion)}`)]),
    ...(halted === 0 ? [] : [colours.dim(`  ${haltedWords(halted)}`)]),
  ];
}

export const haltedWords = (halted: number): string =>
  `${count(halted, 'change')} not made because of it; the next gitcast sync makes ${halted === 1 ? 'it' : 'them'}`;
