import { status as call } from '../../project/planning/status.ts';
import { printable } from '../../diagnostics/printable.ts';
import type { Status } from '../../project/index.ts';
import { count } from '../../diagnostics/count.ts';
import { defineCommand, outcomeOf } from '../command.ts';
import { forEachBroadcast, WORKSPACE } from '../for-each-broadcast.ts';
import { headlineOf } from '../views/outcomes.ts';
import {
  incompleteLines,
  incompleteWarning,
  summaryText,
  unmanagedCount,
  unmanagedNames,
} from '../views/plan/plan-verdict.ts';
import type { Style } from '../views/text/style.ts';

export const command = defineCommand({
  options: { ...call.options, ...WORKSPACE },
  examples: [
    { line: 'gitcast status', about: 'Shows managed documents, drift, and objects without a file' },
    { line: 'gitcast status --all', about: 'Shows the broadcasts of the workspace that differ from their targets' },
  ],
  run: (invocation) =>
    forEachBroadcast(invocation, { command: 'status' }, async ({ project, given }) => {
      const found = await project.status(given(call.options));
      return {
        ...outcomeOf(found, (style) => statusText(found, style)),
        warning: incompleteWarning(found.plan),
        ...headlineOf(found.plan),
      };
    }),
});

function statusText(status: Status, style: Style): string {
  const { colours } = style;
  const { plan, report } = status;
  const row = (label: string, text: string, next?: string): readonly string[] => [
    `  ${colours.dim(label.padEnd(18))} ${printable(text)}`,
    ...(next === undefined ? [] : [colours.dim(`${' '.repeat(21)}${next}`)]),
  ];
  const rowUnlessNone = (label: string, found: readonly unknown[], text: string, next?: string): readonly string[] =>
    found.length === 0 ? [] : row(label, text, next);
  const kinds = [...Map.groupBy(report.unmanaged, ({ kind }) => kind)].map(([kind, all]) => `${all.length} ${kind}`);
  const stored = report.stored_differently;
  return [
    ...incompleteLines(plan, style),
    colours.bold(plan.target),
    ...row('managed', count(report.managed, 'document')),
    ...row('plan', summaryText(plan.summary, plan.uncompared?.length)),
    ...row('drifted', report.drifted.length === 0 ? 'nothing' : report.drifted.join(', ')),
    ...rowUnlessNone('in conflict', status.conflicts, status.conflicts.join(', ')),
    ...rowUnlessNone(
      'unmanaged fields',
      report.unmanaged_fields,
      `${unmanagedCount(report.unmanaged_fields)} changed on the target: ${unmanagedNames(report.unmanaged_fields)}`,
      'gitcast pull --all-fields pulls them into the files',
    ),
    ...rowUnlessNone(
      'stored differently',
      stored,
      stored.map(({ address, field }) => `${address} ${field}`).join(', '),
    ),
    ...row(
      'unmanaged',
      kinds.length === 0 ? 'nothing' : `${kinds.join(', ')}: on the target, but in no file`,
      kinds.length === 0 ? undefined : 'gitcast pull pulls them into files',
    ),
    ...rowUnlessNone(
      'duplicates',
      report.doubles,
      report.doubles
        .map(({ kind, managed, unmanaged }) =>
          [...managed.map(({ address, id }) => `${address} (${id})`), ...unmanaged.map((id) => `${kind} ${id}`)].join(
            ' = ',
          ),
        )
        .join(', '),
      'each may be one thing twice: delete the object without a file in the web editor',
    ),
    ...row(
      'site only',
      report.unsupported.length === 0
        ? 'nothing'
        : report.unsupported.map(({ kind, documents }) => `${documents} ${kind}`).join(', '),
    ),
    ...row('last write', report.last_run ?? 'never'),
    ...(status.interrupted ? [colours.yellow('  A run was interrupted; the next sync continues from there.')] : []),
    '',
  ].join('\n');
}
