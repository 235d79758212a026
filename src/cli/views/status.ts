import { printable } from '../../diagnostics/printable.ts';
import type { Doubles } from '../../plan/doubles.ts';
import type { Plan } from '../../plan/plan.ts';
import type { UnmanagedFields } from '../../plan/unmanaged-fields.ts';
import { count } from './count.ts';
import { summaryWords } from './plan-order.ts';
import type { Style } from './style.ts';
import { unmanagedCount, unmanagedJson, unmanagedNames } from './unmanaged-fields.ts';
import { incompleteLines } from './verdict.ts';

interface Status {
  readonly plan: Plan;
  readonly managed: number;
  readonly drifted: readonly string[];
  readonly conflicts: readonly string[];
  readonly unmanaged: readonly { readonly kind: string; readonly id: string }[];
  readonly unmanagedFields: readonly UnmanagedFields[];
  /** Managed objects that share a natural key with unmanaged ones. */
  readonly doubles: readonly Doubles[];
  readonly unsupported: readonly { readonly kind: string; readonly documents: number }[];
  readonly lastWrite: string | null;
  readonly interrupted: boolean;
}

export const statusJson = (status: Status): object => ({
  target: status.plan.target,
  complete: status.plan.complete,
  ...(status.plan.unread && { unread: status.plan.unread }),
  managed: status.managed,
  drifted: status.drifted,
  unmanaged: status.unmanaged,
  unmanaged_fields: unmanagedJson(status.unmanagedFields),
  stored_differently: status.plan.storedDifferently ?? [],
  doubles: status.doubles.map(({ kind, key, objects }) => ({
    kind,
    key,
    managed: objects.flatMap(({ address, record }) => (address === undefined ? [] : [{ address, id: record.id }])),
    unmanaged: objects.flatMap(({ address, record }) => (address === undefined ? [record.id] : [])),
  })),
  unsupported: status.unsupported,
  last_run: status.lastWrite,
});

export function statusText(status: Status, style: Style): string {
  const { colours } = style;
  const { plan } = status;
  const row = (label: string, text: string, next?: string): readonly string[] => [
    `  ${colours.dim(label.padEnd(18))} ${printable(text)}`,
    ...(next === undefined ? [] : [colours.dim(`${' '.repeat(21)}${next}`)]),
  ];
  const rowUnlessNone = (label: string, found: readonly unknown[], text: string, next?: string): readonly string[] =>
    found.length === 0 ? [] : row(label, text, next);
  const kinds = [...Map.groupBy(status.unmanaged, ({ kind }) => kind)].map(([kind, all]) => `${all.length} ${kind}`);
  const stored = plan.storedDifferently ?? [];
  return [
    ...incompleteLines(plan, style),
    colours.bold(plan.target),
    ...row('managed', count(status.managed, 'document')),
    ...row('plan', summaryWords(plan.summary, plan.uncompared?.length)),
    ...row('drifted', status.drifted.length === 0 ? 'nothing' : status.drifted.join(', ')),
    ...rowUnlessNone('in conflict', status.conflicts, status.conflicts.join(', ')),
    ...rowUnlessNone(
      'unmanaged fields',
      status.unmanagedFields,
      `${unmanagedCount(status.unmanagedFields)} changed on the target: ${unmanagedNames(status.unmanagedFields)}`,
      'gitcast pull --all-fields takes this into the files; gitcast state seen leaves it to the target',
    ),
    ...rowUnlessNone(
      'stored differently',
      stored,
      stored.map(({ address, field }) => `${address} ${field}`).join(', '),
    ),
    ...row(
      'unmanaged',
      kinds.length === 0 ? 'nothing' : `${kinds.join(', ')}: on the target, in no file`,
      kinds.length === 0 ? undefined : 'gitcast pull takes them into files',
    ),
    ...rowUnlessNone(
      'possible doubles',
      status.doubles,
      status.doubles.flatMap(({ objects }) => objects.flatMap(({ address }) => address ?? [])).join(', '),
      'each shares its natural key with an object in no file; gitcast dedupe shows them',
    ),
    ...row(
      'site only',
      status.unsupported.length === 0
        ? 'nothing'
        : status.unsupported.map(({ kind, documents }) => `${documents} ${kind}`).join(', '),
    ),
    ...row('last write', status.lastWrite ?? 'never'),
    ...(status.interrupted ? [colours.yellow('  A run was interrupted; the next sync goes on from there.')] : []),
    '',
  ].join('\n');
}
