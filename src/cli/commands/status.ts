import { defineCommand } from '../command.ts';
import { exitCodeOf } from '../exit-code.ts';
import { forEachBroadcast, WORKSPACE_FLAGS } from '../for-each-broadcast.ts';
import { headlineOf } from '../views/outcomes.ts';
import { statusText } from '../views/plan/status.ts';
import { incompleteWarning } from '../views/plan/verdict.ts';
import { TARGET_FLAGS, targetOptions } from '../flags.ts';

export const status = defineCommand({
  arguments: [],
  options: { ...TARGET_FLAGS, ...WORKSPACE_FLAGS },
  examples: [
    { line: 'gitcast status', about: 'Shows managed documents, drift, and objects without a file' },
    { line: 'gitcast status --all', about: 'Shows the broadcasts of the workspace that differ from their targets' },
  ],
  async run(invocation) {
    const { options } = invocation;
    return forEachBroadcast(invocation, { command: 'status' }, async ({ project, file }) => {
      const found = await project.status({ ...targetOptions(options), trace: file(options.trace) });
      return {
        exitCode: exitCodeOf(found.ending),
        warning: incompleteWarning(found.plan),
        json: found.report,
        human: (style) => statusText(found, style),
        ...headlineOf(found.plan),
      };
    });
  },
});
