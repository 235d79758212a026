/** The result of a run as a tree: what is left for a person comes first. */
import { count } from '../../diagnostics/count.ts';
import { RemoteError } from '../../diagnostics/errors.ts';
import type { Plan, Result, StoredValue } from '../../project/index.ts';
import { equalAfterRun, incompleteBlocks, waysOut } from './plan/plan-verdict.ts';
import { planTree } from './plan/plan-tree.ts';
import { startAndSize } from './text/excerpts.ts';
import { blockOf, name, said, sentences, value, type Block, type Row, type Tree } from './tree.ts';

export function runTree(plan: Plan, results: readonly Result[], stopped?: Error): Tree {
  const { target, notes } = plan;
  const made = results.filter(({ outcome }) => outcome === 'applied');
  const undone = results.filter(({ outcome }) => outcome !== 'applied');
  // A stopped run may leave thousands of changes for one reason, which is shown once.
  const left = undone.filter(({ halted }) => !halted);
  const incomplete = incompleteBlocks(plan);
  const isDone = undone.length === 0 && !stopped && incomplete.length === 0;
  const rest = undone.length === 0 ? equalAfterRun(plan, results) : `${undone.length} left`;
  return {
    command: 'gitcast sync',
    about: ['to ', name(target)],
    subject: target,
    verdict: { mark: isDone ? '✓' : '!', parts: [`${madeWords(results)}, ${rest}`] },
    blocks: [
      ...incomplete,
      ...stoppedBlocks(stopped, undone.length - left.length),
      ...leftBlocks(left, target),
      ...storedBlocks(results),
      ...sentences('aside', 'Notes', notes),
      ...blockOf({ type: 'record', title: 'Done', rows: made.map(resultRow) }),
    ],
  };
}

/** A run without anything to do is shown as its plan, which says why. */
export const idleTree = (plan: Plan): Tree => ({
  ...planTree(plan),
  command: 'gitcast sync',
  about: ['to ', name(plan.target)],
});

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

function stoppedBlocks(stopped: Error | undefined, halted: number): readonly Block[] {
  if (!stopped && halted === 0) return [];
  const suggestion = stopped instanceof RemoteError ? stopped.suggestion : undefined;
  const rest = `${count(halted, 'change')} not made because of it; the next gitcast sync makes ${halted === 1 ? 'it' : 'them'}`;
  const below = [...(suggestion === undefined ? [] : [suggestion]), ...(halted === 0 ? [] : [rest])].map(
    (text): Row => ({ parts: [said(text)] }),
  );
  return [
    { type: 'refused', title: 'stopped', rows: [{ parts: [stopped?.message ?? 'the run was interrupted'], below }] },
  ];
}

function leftBlocks(left: readonly Result[], target: string): readonly Block[] {
  const open = left.map(({ action, error }) => ({ action, reason: error }));
  const note = waysOut(open, target).join(' ');
  return blockOf({ type: 'section', title: 'Left', note, rows: left.map(resultRow), open: left.length });
}

const MARKS: Readonly<Record<Result['outcome'], string>> = { applied: '✓', failed: '✗', open: '☞', skipped: '–' };

const resultRow = ({ address, action, outcome, error }: Result): Row => ({
  mark: MARKS[outcome],
  parts: [name(address), ` ${action}`, ...(outcome === 'applied' ? [] : [': ', said(error ?? outcome)])],
});

/** Values that the service did not keep as they were sent, reported by the run that sent them. */
function storedBlocks(results: readonly Result[]): readonly Block[] {
  const rows = results.flatMap(({ address, stored = [] }) =>
    stored.map((each): Row => ({
      mark: '≈',
      parts: [name(address), ' ', value(each.field), how(each)],
      below: (['sent', 'stored'] as const).map((label) => ({ label, parts: [value(shortOf(each[label]))] })),
    })),
  );
  const more = rows.length - MOST_STORED;
  const note = more > 0 ? `${EXPLAINED} It lists ${more} more.` : EXPLAINED;
  return blockOf({
    type: 'section',
    title: 'Stored differently',
    note,
    rows: rows.slice(0, MOST_STORED),
    open: MOST_STORED,
  });
}

const shortOf = (text: string): string | null => startAndSize(text.replace(/\n+$/, ''), 100).join('') || null;

const MOST_STORED = 20;

const EXPLAINED =
  'The service did not keep what was sent. It is not sent again until the file changes; gitcast status lists it.';

function how({ sent, stored, cutAfter }: StoredValue): string {
  if (stored === '' && sent !== '') return ', not at all';
  if (cutAfter !== undefined) return `, cut after ${cutAfter} characters`;
  return sent.normalize() === stored.normalize() ? ', in a different Unicode form that looks the same' : '';
}
