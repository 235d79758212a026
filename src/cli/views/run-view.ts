/** The result of a run, in a terminal and on the job's page. */
import { count } from '../../diagnostics/count.ts';
import { RemoteError } from '../../diagnostics/errors.ts';
import { printable } from '../../diagnostics/printable.ts';
import type { Plan, Result, StoredValue } from '../../project/index.ts';
import { incompleteWords } from '../../project/planning/plan-report.ts';
import { equalAfterRun, equalWords, incompleteLines, waysOut } from './plan/plan-verdict.ts';
import { firstOf } from './text/excerpts.ts';
import { code, escape, folded, within } from './text/markdown.ts';
import type { Style } from './text/style.ts';

/** The number of changes made, and the changes left for a person. */
export function runText(plan: Plan, results: readonly Result[], stopped: Error | undefined, style: Style): string {
  const { colours } = style;
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
      ? `${incomplete.length === 0 ? colours.green('✓') : colours.yellow('!')} ${plan.target}: ${madeWords(results)}, ${equalAfterRun(plan, results)}`
      : `${colours.yellow('!')} ${plan.target}: ${madeWords(results)}, ${undone.length} left`;
  const notes = plan.notes.map((note) => colours.dim(`· ${printable(note)}`));
  const ended = endOf(undone.length - left.length, stopped, colours);
  return [...incomplete, ...lines, ...hint, ...storedLines(results, style), ...notes, ...ended, verdict, ''].join('\n');
}

/** `2 changes made, 1 adopted`: what only the state had to learn was not made on the target. */
export function madeWords(results: readonly Result[]): string {
  const done = Map.groupBy(
    results.filter(({ outcome }) => outcome === 'applied'),
    ({ action }) => RECORDED[action],
  );
  const recorded = [...done].flatMap(([word, { length }]) => (word === undefined ? [] : [`${length} ${word}`]));
  const { length: made } = done.get(undefined) ?? [];
  return [...(made > 0 || recorded.length === 0 ? [`${count(made, 'change')} made`] : []), ...recorded].join(', ');
}

const RECORDED: Partial<Record<Result['action'], string>> = {
  adopt: 'adopted',
  move: 'moved',
  forget: 'no longer managed',
};

function endOf(halted: number, stopped: Error | undefined, colours: Style['colours']): readonly string[] {
  if (!stopped && halted === 0) return [];
  const suggestion = stopped instanceof RemoteError ? stopped.suggestion : undefined;
  return [
    `${colours.red('stopped')}: ${printable(stopped?.message ?? 'the run was interrupted')}`,
    ...(suggestion === undefined ? [] : [colours.dim(`  ${printable(suggestion)}`)]),
    ...(halted === 0 ? [] : [colours.dim(`  ${haltedWords(halted)}`)]),
  ];
}

const haltedWords = (halted: number): string =>
  `${count(halted, 'change')} not made because of it; the next gitcast sync makes ${halted === 1 ? 'it' : 'them'}`;

const MOST = 30_000;

/** The result of a run for the job's page: changes that are left come first. */
export function runMarkdown(plan: Plan, results: readonly Result[], stopped?: Error): string {
  const made = results.filter(({ outcome }) => outcome === 'applied');
  const undone = results.filter(({ outcome }) => outcome !== 'applied');
  const left = undone.filter(({ halted }) => !halted);
  const halted = undone.length - left.length;
  const verdict =
    results.length === 0
      ? equalWords(plan)
      : `${madeWords(results)}, ${undone.length === 0 ? equalAfterRun(plan, results) : `${undone.length} left`}`;
  const incomplete = incompleteWords(plan);
  return [
    `### gitcast sync to ${code(plan.target)}`,
    ...(incomplete === undefined ? [] : [`> [!WARNING]\n> ${escape(incomplete)}`]),
    `${undone.length === 0 && !stopped && incomplete === undefined ? '✅' : '⚠️'} ${verdict}.`,
    ...(stopped ? [`> [!CAUTION]\n> Stopped: ${escape(stopped.message)}`] : []),
    ...(halted === 0 ? [] : [`${haltedWords(halted)}.`]),
    ...(left.length === 0 ? [] : [`#### Left (${left.length})`, list(left)]),
    ...storedMarkdown(results),
    ...(made.length === 0 ? [] : [folded(`Done (${made.length})`, list(made))]),
  ].join('\n\n');
}

function list(results: readonly Result[]): string {
  const lines = results.map(({ address, action, error }) =>
    [`- ${action} ${code(address)}`, ...(error === undefined ? [] : [escape(error)])].join(': '),
  );
  const kept = within(lines, MOST);
  return [...kept, ...(kept.length < lines.length ? [`- … and ${lines.length - kept.length} more`] : [])].join('\n');
}

/** Values that the service did not keep as they were sent, reported by the run that sent them. */
type Stored = StoredValue & { readonly address: string };

const MOST_STORED = 20;

const storedIn = (results: readonly Result[]): readonly Stored[] =>
  results.flatMap(({ address, stored = [] }) => stored.map((each) => ({ address, ...each })));

function storedLines(results: readonly Result[], { colours }: Style): readonly string[] {
  const all = storedIn(results);
  if (all.length === 0) return [];
  const shown = all
    .slice(0, MOST_STORED)
    .flatMap((value) => [
      `${colours.yellow('≈')} ${colours.bold(value.address)} ${printable(value.field)} is stored differently${how(value)}`,
      `    ${colours.dim('sent  ')} ${line(value.sent)}`,
      `    ${colours.dim('stored')} ${line(value.stored)}`,
    ]);
  const more = all.length > MOST_STORED ? [`  and ${all.length - MOST_STORED} more; gitcast status lists them`] : [];
  return [...shown, ...more, colours.dim(`  ${EXPLAINED}`)];
}

function storedMarkdown(results: readonly Result[]): readonly string[] {
  const all = storedIn(results);
  if (all.length === 0) return [];
  const lines = all.map(
    (value) =>
      `- ${code(value.address)} ${code(value.field)}${how(value)}: sent ${code(value.sent)}, stored ${code(value.stored)}`,
  );
  const shown = firstOf(lines, MOST_STORED, (left) => `- … and ${left} more`);
  return [`#### Stored differently (${all.length})`, shown.join('\n')];
}

const EXPLAINED =
  'stored differently: the service did not keep what was sent. It is not sent again until the file changes; gitcast status lists it.';

function how({ sent, stored, cutAfter }: StoredValue): string {
  if (stored === '' && sent !== '') return ', not at all';
  if (cutAfter !== undefined) return `, cut after ${cutAfter} characters`;
  return sent.normalize() === stored.normalize() ? ', in a different Unicode form that looks the same' : '';
}

/** Quoted when the difference may be a space at either end. */
function line(text: string): string {
  if (text === '') return '(nothing)';
  const shown = printable(text.replace(/\n+$/, '').replaceAll('\n', '⏎ '));
  return shown === shown.trim() ? shown : `"${shown}"`;
}
