import { undo as call } from '../../project/runs/undo.ts';
import { defineCommand, outcomeOf } from '../command.ts';
import { givenTo, projectOf } from '../open-project.ts';
import { undoText } from '../views/run/undo.ts';

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
