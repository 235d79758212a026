/** The verdict on a target and its files. "Equals" is reserved for a plan that compared everything. */
import { kindNamed } from '../../../kinds/registry.ts';
import type { Action, Plan, Result, UnmanagedFields } from '../../../project/index.ts';
import { incompleteWords, isIncomplete } from '../../../project/planning/plan-report.ts';
import { count } from '../../../diagnostics/count.ts';
import { printable } from '../../../diagnostics/printable.ts';
import { firstOf, number } from '../text/excerpts.ts';
import type { Style } from '../text/style.ts';
import { largest } from '../../../values/long-lists.ts';
import { rowLines } from '../print-terminal.ts';
import { plain, strong, type Block, type Part, type Row } from '../tree.ts';

/** The verdict on a plan without changes. */
export function equalWords(plan: Plan): string {
  if (plan.offline) return 'the files have not changed since the last sync';
  if (isIncomplete(plan)) return 'nothing to do, as far as the target could be read';
  if ((plan.leftOut ?? 0) > 0) return 'nothing to do for the selected documents';
  if (plan.open.length > 0) return `nothing to do now, but ${openWords(plan)}`;
  return asFarAsShown(plan) ?? equals(plan.storedDifferently?.length ?? 0);
}

/** A document with a value that nobody has seen on the target. */
function asFarAsShown({ changes, assumed = [] }: Plan, results: readonly Result[] = []): string | undefined {
  const adopted = changes.flatMap(({ address, unshown }) => (unshown === undefined ? [] : [address]));
  const written = results.flatMap(({ address, unread }) => (unread ? [address] : []));
  const { size } = new Set([...adopted, ...written, ...assumed.map(({ address }) => address)]);
  return size === 0
    ? undefined
    : `the target equals the files as far as it shows them (not all of ${count(size, 'document')})`;
}

/** Nothing is certain before the settle time is over. */
export function openWords({ open }: Plan): string {
  const until = new Date(largest(open.map((each) => each.until))).toISOString().replace(/\.\d+Z$/, 'Z');
  const addresses = [...new Set(open.map(({ address }) => address))].join(', ');
  return `a creation from an earlier run may still arrive (${addresses}): gitcast sync checks again at ${until}`;
}

const equals = (stored: number): string =>
  `the target equals the files${stored === 0 ? '' : `, except for ${count(stored, 'value')} that it stores differently`}`;

/** The verdict on a run that made every change of its plan. */
export function equalAfterRun(plan: Plan, results: readonly Result[]): string {
  if (isIncomplete(plan)) return 'the target could not be read completely';
  if ((plan.leftOut ?? 0) > 0) return `${count(plan.leftOut!, 'further change')} not in this plan`;
  const now = results.reduce((total, { stored = [] }) => total + stored.length, 0);
  return asFarAsShown(plan, results) ?? equals((plan.storedDifferently?.length ?? 0) + now);
}

/** The first words of everything that shows an incomplete plan. */
export function incompleteBlocks(plan: Plan): readonly Block[] {
  const words = incompleteWords(plan);
  if (words === undefined) return [];
  return [{ type: 'warning', title: '', rows: [{ mark: '!', parts: [strong(`${plan.target}: ${words}`)] }] }];
}

export const incompleteLines = (plan: Plan, { colours }: Style): readonly string[] =>
  incompleteBlocks(plan).flatMap(({ rows }) => rowLines(rows, colours));

/** The same for a CI host. */
export function incompleteWarning(plan: Plan): string | undefined {
  const words = incompleteWords(plan);
  const reasons = (plan.unread ?? []).map(({ kind, reason }) => `${kindNamed(kind).folder}: ${reason}`);
  return words === undefined ? undefined : `${plan.target}: ${words} (${reasons.join('; ')})`;
}

interface Open {
  readonly action: string;
  readonly reason?: string | undefined;
}

/** How to resolve what no sync decides, once for each action. A reason that goes on after a colon names its own way out. */
export function waysOut(open: readonly Open[], target?: string): readonly string[] {
  const asked = new Set(open.filter(({ reason = '' }) => !reason.includes(': ')).map(({ action }) => action));
  const command = (words: string): string => `\`gitcast ${words}${target === undefined ? '' : ` --target ${target}`}\``;
  const ways = {
    conflict: `Both sides keep their values until ${command('pull --theirs')} takes those of the target, or ${command('sync --ours')} those of the files.`,
    drift: `The target keeps its value until ${command('pull')} pulls it into the files, or ${command('sync --overwrite-drift')} overwrites it.`,
  };
  return Object.entries(ways).flatMap(([action, way]) => (asked.has(action) ? [way] : []));
}

const MOST_UNMANAGED = 20;

/** Fields that no file has and that were changed on the target: their names, never their values. */
export const unmanagedCount = (found: readonly UnmanagedFields[]): number =>
  found.reduce((total, { fields }) => total + fields.length, 0);

/** `events/opening (description)`, shortened to a readable number. */
export function unmanagedNames(found: readonly UnmanagedFields[]): string {
  const names = found.map(({ address, fields }) => `${address} (${fields.join(', ')})`);
  return printable(firstOf(names, MOST_UNMANAGED, (left) => `and ${left} more`).join(', '));
}

export function unmanagedRows(found: readonly UnmanagedFields[]): readonly Row[] {
  if (found.length === 0) return [];
  const size = unmanagedCount(found);
  const what = `${count(size, 'field')} that no file has ${size === 1 ? 'was' : 'were'} changed on the target`;
  return [
    { mark: '○', parts: [`${what}: ${unmanagedNames(found)}`] },
    { parts: ['gitcast pull --all-fields pulls them into the files'] },
  ];
}

/** In the order of their risk. */
const RISKY = ['delete', 'replace', 'conflict'] as const;
const OTHERS = ['drift', 'manual', 'update', 'create', 'adopt', 'move', 'forget'] as const;

const SAID: Readonly<Record<string, string>> = {
  forget: 'no longer managed',
  drift: 'drifted',
  conflict: 'in conflict',
  manual: 'to do by hand',
};

/** `1 to delete, 2 to create, 180 unchanged`, where what is risky stands out. */
export function summaryParts(summary: Plan['summary'], uncompared = 0): readonly Part[] {
  const saying = (word: Action): readonly string[] =>
    summary[word] === 0 ? [] : [`${number(summary[word])} ${SAID[word] ?? `to ${word}`}`];
  const risky = RISKY.flatMap(saying).join(', ');
  const others = [
    ...OTHERS.flatMap(saying),
    ...(summary.unchanged === 0 ? [] : [`${number(summary.unchanged)} unchanged`]),
    ...(uncompared === 0 ? [] : [`${number(uncompared)} not compared`]),
  ].join(', ');
  if (risky === '') return [others || 'no changes'];
  return [strong(risky), ...(others === '' ? [] : [`, ${others}`])];
}

export const summaryText = (...counted: Parameters<typeof summaryParts>): string => plain(summaryParts(...counted));
