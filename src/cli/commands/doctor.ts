import { defineCommand } from '../command.ts';
import { exitCodeOf } from '../exit-code.ts';
import { projectOf } from '../open-project.ts';
import { TARGET_FLAGS, targetOptions } from '../target-flags.ts';
import { checksText } from '../views/problems/checks.ts';

export const doctor = defineCommand({
  arguments: [],
  options: TARGET_FLAGS,
  examples: [
    { line: 'gitcast doctor', about: 'Checks everything a sync needs, and shows how to fix what is wrong' },
    { line: 'gitcast doctor --target production', about: 'The same checks for another target' },
  ],
  async run(invocation) {
    const { report, ending } = await projectOf(invocation).doctor(targetOptions(invocation.options));
    return { exitCode: exitCodeOf(ending), json: report, human: (style) => checksText(report.checks, style) };
  },
});
