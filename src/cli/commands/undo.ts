import { undo as call } from '../../project/runs/undo.ts';
import type { Undone } from '../../project/index.ts';
import { count } from '../../diagnostics/count.ts';
import { printable } from '../../diagnostics/printable.ts';
import { defineCommand, outcomeOf } from '../command.ts';
import { givenTo, projectOf } from '../open-project.ts';
import { planText } from '../views/plan/plan-view.ts';
import type { Style } from '../views/text/style.ts';

export const command = defineCommand({
  arguments: [{ name: 'RUN', about: call.options.run.about, required: true }],
  options: call.options,
  examples: [
    { line: 'gitcast undo 3f9a1c2e --dry-run', about: 'Shows the files of a run, and the plan without them' },
    { line: 'gitcast undo 3f9a1c2e', about: 'Restores the files; commit and sync to undo the run on the target' },
  ],
  async run(invocation) {
    const [run = ''] = invocation.arguments;
    const undone = await projectOf(invocation).undo({ ...givenTo(call.options, invocation.options), run });
    return { ...outcomeOf(undone, (style) => undoText(undone, style)), confirms: !invocation.options.dryRun };
  },
});

/** The effect of undoing a run on the files, and the plan of the next sync. */
function undoText({ report, files, plan }: Undone, style: Style): string {
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
