import { status as call } from '../../project/planning/status.ts';
import { defineCommand } from '../command.ts';
import { exitCodeOf } from '../exit-code.ts';
import { forEachBroadcast, WORKSPACE } from '../for-each-broadcast.ts';
import { headlineOf } from '../views/outcomes.ts';
import { statusText } from '../views/plan/status.ts';
import { incompleteWarning } from '../views/plan/verdict.ts';

export const command = defineCommand({
  arguments: [],
  options: { ...call.options, ...WORKSPACE },
  examples: [
    { line: 'gitcast status', about: 'Shows managed documents, drift, and objects without a file' },
    { line: 'gitcast status --all', about: 'Shows the broadcasts of the workspace that differ from their targets' },
  ],
  run: (invocation) =>
    forEachBroadcast(invocation, { command: 'status' }, async ({ project, given }) => {
      const found = await project.status(given(call.options));
      return {
        exitCode: exitCodeOf(found.ending),
        warning: incompleteWarning(found.plan),
        json: found.report,
        human: (style) => statusText(found, style),
        ...headlineOf(found.plan),
      };
    }),
});
