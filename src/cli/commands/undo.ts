import { defineCommand } from '../command.ts';
import { exitCodeOf } from '../exit-code.ts';
import { projectOf } from '../open-project.ts';
import { TARGET_FLAGS, targetOptions } from '../target-flags.ts';
import { undoText } from '../views/run/undo.ts';

export const undo = defineCommand({
  arguments: [{ name: 'RUN', about: 'The id of a run, as gitcast log shows it', required: true }],
  options: {
    ...TARGET_FLAGS,
    'dry-run': { about: 'Write nothing, and show what would be put back' },
    force: { about: 'Also put back files that were changed again since, committed or not' },
  },
  examples: [
    {
      line: 'gitcast undo 3f9a1c2e --dry-run',
      about: 'Shows which files a run had changed, and the plan without them',
    },
    { line: 'gitcast undo 3f9a1c2e', about: 'Puts these files back; commit them and sync to undo it on the target' },
  ],
  async run(invocation) {
    const {
      arguments: [run = ''],
      options,
    } = invocation;
    const { 'dry-run': dryRun, force } = options;
    const undone = await projectOf(invocation).undo({ ...targetOptions(options), run, dryRun, force });
    return { exitCode: exitCodeOf(undone.ending), json: undone.report, human: (style) => undoText(undone, style) };
  },
});
