import { status as call } from '../../project/planning/status.ts';
import { defineCommand, outcomeOf } from '../command.ts';
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
        ...outcomeOf(found, (style) => statusText(found, style)),
        warning: incompleteWarning(found.plan),
        ...headlineOf(found.plan),
      };
    }),
});
