import { RemoteError } from '../../../diagnostics/errors.ts';
import type { Plan, Result } from '../../../project/index.ts';
import { count } from '../../../diagnostics/count.ts';
import { printable } from '../../../diagnostics/printable.ts';
import { storedLines } from './stored.ts';
import type { Style } from '../text/style.ts';
import { equalAfterRun, incompleteLines, waysOut } from '../plan/verdict.ts';

/** The number of changes made, and the changes left for a person. */
export function runText(plan: Plan, results: readonly Result[], stopped: Error | undefined, style: Style): string {
  const { colours } = style;
  const applied = results.filter(({ outcome }) => outcome === 'applied').length;
  const undone = results.filter(({ outcome }) => outcome !== 'applied');
  // A stopped run may leave thousands of changes for one reason, which is shown once.
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
