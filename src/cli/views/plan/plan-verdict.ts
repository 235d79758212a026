/** The verdict on a target and its files. "Equals" is reserved for a plan that compared everything. */
import { kindNamed } from '../../../kinds/registry.ts';
import type { Plan, Result, UnmanagedFields } from '../../../project/index.ts';
import { incompleteWords, isIncomplete } from '../../../project/planning/plan-report.ts';
import { count } from '../../../diagnostics/count.ts';
import { printable } from '../../../diagnostics/printable.ts';
import { firstOf } from '../text/excerpts.ts';
import type { Style } from '../text/style.ts';
import { largest } from '../../../values/long-lists.ts';

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

/** The first line of everything that shows an incomplete plan. */
export function incompleteLines(plan: Plan, { colours }: Style): readonly string[] {
  const words = incompleteWords(plan);
  return words === undefined ? [] : [`${colours.yellow('!')} ${colours.bold(printable(`${plan.target}: ${words}`))}`];
}

/** The same for a CI host. */
export function incompleteWarning(plan: Plan): string | undefined {
  const words = incompleteWords(plan);
  const reasons = (plan.unread ?? []).map(({ kind, reason }) => `${kindNamed(kind).folder}: ${reason}`);
  return words === undefined ? undefined : `${plan.target}: ${words} (${reasons.join('; ')})`;
}

/** How to resolve what no sync decides, by action. */
const WAYS_OUT: ReadonlyMap<string, string> = new Map([
  [
    'conflict',
    'conflict: gitcast pull --theirs keeps the values of the target, gitcast sync --ours those of the files',
  ],
  ['drift', 'drift: gitcast pull pulls it into the files, gitcast sync --overwrite-drift overwrites it'],
]);

interface Open {
  readonly action: string;
  readonly reason?: string | undefined;
}

/** True if a reason goes on with what to do about it: the commands for other changes may not work for this one. */
export const namesWayOut = (reason: string): boolean => reason.includes(': ');

/** One line for each action that is open and whose reason does not name the way out. */
export const waysOut = (open: readonly Open[], wayOut?: string): readonly string[] => {
  const asked = open.filter(({ reason = '' }) => !namesWayOut(reason));
  return [...new Set(asked.map(({ action }) => action))].flatMap((action) => wayOut ?? WAYS_OUT.get(action) ?? []);
};

const MOST_UNMANAGED = 20;

/** Fields that no file has and that were changed on the target: their names, never their values. */
export const unmanagedCount = (found: readonly UnmanagedFields[]): number =>
  found.reduce((total, { fields }) => total + fields.length, 0);

/** `events/opening (description)`, shortened to a readable number. */
export function unmanagedNames(found: readonly UnmanagedFields[]): string {
  const names = found.map(({ address, fields }) => `${address} (${fields.join(', ')})`);
  return printable(firstOf(names, MOST_UNMANAGED, (left) => `and ${left} more`).join(', '));
}

export function unmanagedLines(found: readonly UnmanagedFields[], { colours }: Style): readonly string[] {
  if (found.length === 0) return [];
  const number = unmanagedCount(found);
  const what = `${count(number, 'field')} that no file has ${number === 1 ? 'was' : 'were'} changed on the target`;
  return [
    `${colours.yellow('○')} ${what}: ${unmanagedNames(found)}`,
    colours.dim('  gitcast pull --all-fields pulls them into the files'),
  ];
}
