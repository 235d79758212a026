import { defineCommand } from '../command.ts';
import { exitCodeOf } from '../exit-code.ts';
import { projectOf } from '../open-project.ts';
import { undoText } from '../views/run/undo.ts';
import { TARGET_FLAGS, targetOptions } from '../flags.ts';

export const undo = defineCommand({
  arguments: [{ name: 'RUN', about: "The run's id, from gitcast log", required: true }],
  options: {
    ...TARGET_FLAGS,
    'dry-run': { about: 'Show what would be restored, and write nothing' },
    force: { about: 'Also restore files that changed since the run' },
  },
  examples: [
    { line: 'gitcast undo 3f9a1c2e --dry-run', about: 'Shows the files of a run, and the plan without them' },
    { line: 'gitcast undo 3f9a1c2e', about: 'Restores the files; commit and sync to undo the run on the target' },
  ],
  async run(invocation) {
    const [run = ''] = invocation.arguments;
    const { options } = invocation;
    const { 'dry-run': dryRun, force } = options;
    const undone = await projectOf(invocation).undo({ ...targetOptions(options), run, dryRun, force });
    return {
      exitCode: exitCodeOf(undone.ending),
      confirms: !dryRun,
      json: undone.report,
      human: (style) => undoText(undone, style),
    };
  },
});
