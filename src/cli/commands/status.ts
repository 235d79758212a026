import { defineCommand } from '../command.ts';
import { exitCodeOf } from '../exit-code.ts';
import { projectOf } from '../open-project.ts';
import { statusText } from '../views/plan/status.ts';
import { incompleteWarning } from '../views/plan/verdict.ts';
import { TARGET_FLAGS, targetOptions } from '../flags.ts';

export const status = defineCommand({
  arguments: [],
  options: TARGET_FLAGS,
  examples: [{ line: 'gitcast status', about: 'Shows managed documents, drift, and objects without a file' }],
  async run(invocation) {
    const found = await projectOf(invocation).status(targetOptions(invocation.options));
    return {
      exitCode: exitCodeOf(found.ending),
      warning: incompleteWarning(found.plan),
      json: found.report,
      human: (style) => statusText(found, style),
    };
  },
});
