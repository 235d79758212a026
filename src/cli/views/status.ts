import type { Summary } from '../../plan/plan.ts';
import { count } from './count.ts';
import { summaryWords } from './plan-order.ts';
import type { Style } from './style.ts';

interface Status {
  readonly target: string;
  readonly managed: number;
  readonly drifted: readonly string[];
  readonly unmanaged: readonly { readonly kind: string; readonly id: string }[];
  readonly unsupported: readonly { readonly kind: string; readonly documents: number }[];
  readonly last_run: string | null;
  readonly conflicts: readonly string[];
  readonly summary: Summary;
  readonly interrupted: boolean;
}

export function statusText(status: Status, { colours }: Style): string {
  const row = (label: string, text: string): string => `  ${colours.dim(label.padEnd(12))} ${text}`;
  const kinds = [...Map.groupBy(status.unmanaged, ({ kind }) => kind)].map(([kind, all]) => `${all.length} ${kind}`);
  return [
    colours.bold(status.target),
    row('managed', count(status.managed, 'document')),
    row('plan', summaryWords(status.summary)),
    row('drifted', status.drifted.length === 0 ? 'nothing' : status.drifted.join(', ')),
    ...(status.conflicts.length === 0 ? [] : [row('in conflict', status.conflicts.join(', '))]),
    row(
      'unmanaged',
      kinds.length === 0 ? 'nothing' : `${kinds.join(', ')}: on the target, in no file; gitcast pull takes them in`,
    ),
    row(
      'site only',
      status.unsupported.length === 0
        ? 'nothing'
        : status.unsupported.map(({ kind, documents }) => `${documents} ${kind}`).join(', '),
    ),
    row('last write', status.last_run ?? 'never'),
    ...(status.interrupted ? [colours.yellow('  A run was interrupted; the next sync goes on from there.')] : []),
    '',
  ].join('\n');
}
