/** The effect of undoing a run on the files, and the plan of the next sync. */
import type { Undone } from '../../../project/index.ts';
import { count } from '../../../diagnostics/count.ts';
import { planText } from '../plan/plan.ts';
import { printable } from '../../../diagnostics/printable.ts';
import type { Style } from '../text/style.ts';

export function undoText({ report, files, plan }: Undone, style: Style): string {
  const { run, back_to: before, dry_run: isDryRun, left, notes } = report;
  const { colours } = style;
  const lines = [
    ...files.map(({ file, isRemoved }) => `${isRemoved ? colours.red('-') : colours.yellow('~')} ${printable(file)}`),
    ...left.map(({ file, reason }) => `${colours.yellow('!')} ${printable(file)}: ${reason}`),
    ...notes.map((note) => colours.dim(`· ${note}`)),
  ];
  if (files.length === 0 && left.length === 0) {
    return [
      ...lines,
      `${colours.green('✓')} Nothing to restore: the files are as they were before run ${run}.`,
      '',
    ].join('\n');
  }
  const done = isDryRun ? 'would be restored' : 'restored';
  const verdict = [
    `${count(files.length, 'file')} ${done} to the content of run ${before.run}, before ${run}`,
    ...(left.length > 0 ? [`${left.length} skipped (--force restores them too)`] : []),
  ].join(', ');
  const mark = left.length > 0 ? colours.yellow('!') : colours.green('✓');
  const next = isDryRun ? 'dry run: nothing was written' : 'look at them with `git diff`, commit, and run gitcast sync';
  return [...lines, '', planText(plan, style), `${mark} ${verdict}`, colours.dim(`  ${next}`), ''].join('\n');
}
