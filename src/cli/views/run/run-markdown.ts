/** The result of a run for the job's page: changes that are left come first. */
import { incompleteWords } from '../../../project/planning/incomplete.ts';
import type { Plan, Result } from '../../../project/index.ts';
import { count } from '../../../diagnostics/count.ts';
import { code, escape, folded, within } from '../text/markdown.ts';
import { haltedWords } from './run.ts';
import { storedMarkdown } from './stored.ts';
import { equalAfterRun, equalWords } from '../plan/verdict.ts';

const MOST = 30_000;

export function runMarkdown(plan: Plan, results: readonly Result[], stopped?: Error): string {
  const made = results.filter(({ outcome }) => outcome === 'applied');
  const undone = results.filter(({ outcome }) => outcome !== 'applied');
  const left = undone.filter(({ halted }) => !halted);
  const halted = undone.length - left.length;
  const verdict =
    results.length === 0
      ? equalWords(plan)
      : `${count(made.length, 'change')} made, ${undone.length === 0 ? equalAfterRun(plan, results) : `${undone.length} left`}`;
  const incomplete = incompleteWords(plan);
  return [
    `### gitcast sync to ${code(plan.target)}`,
    ...(incomplete === undefined ? [] : [`> [!WARNING]\n> ${escape(incomplete)}`]),
    `${undone.length === 0 && !stopped && incomplete === undefined ? '✅' : '⚠️'} ${verdict}.`,
    ...(stopped ? [`> [!CAUTION]\n> Stopped: ${escape(stopped.message)}`] : []),
    ...(halted === 0 ? [] : [`${haltedWords(halted)}.`]),
    ...(left.length === 0 ? [] : [`#### Left (${left.length})`, list(left)]),
    ...storedMarkdown(results),
    ...(made.length === 0 ? [] : [folded(`Made (${made.length})`, list(made))]),
  ].join('\n\n');
}

function list(results: readonly Result[]): string {
  const lines = results.map(({ address, action, error }) =>
    [`- ${action} ${code(address)}`, ...(error === undefined ? [] : [escape(error)])].join(': '),
  );
  const kept = within(lines, MOST);
  return [...kept, ...(kept.length < lines.length ? [`- … and ${lines.length - kept.length} more`] : [])].join('\n');
}
