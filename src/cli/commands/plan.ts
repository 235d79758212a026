import { flag } from '../../project/calls/option.ts';
import { plan as call } from '../../project/planning/plan.ts';
import { defineCommand, exitCodeOf } from '../command.ts';
import { forEachBroadcast, WORKSPACE } from '../for-each-broadcast.ts';
import { planOutcome } from '../views/outcomes.ts';

export const command = defineCommand({
  options: {
    ...call.options,
    ...WORKSPACE,
    markdown: flag('Print the plan as Markdown, for a review comment of at most 60,000 characters'),
    detailedExitcode: flag('Exit with 2 when there are changes (an incomplete plan always exits with 4)'),
  },
  examples: [
    { line: 'gitcast plan', about: 'Shows what a sync would do, and changes nothing' },
    { line: "gitcast plan --only 'events/friday/*'", about: 'Plans only some documents' },
    { line: 'gitcast plan --offline', about: 'Shows what changed in the files since the last sync, without a key' },
    { line: 'gitcast plan --all --since main', about: 'Plans the broadcasts that this branch changes' },
  ],
  async run(invocation) {
    invocation.context.limitHeap?.('command');
    const { options } = invocation;
    return forEachBroadcast(invocation, { command: 'plan' }, async ({ project, given }) => {
      const planned = await project.plan(given(call.options));
      const changes = options.detailedExitcode === true && planned.ending.changes === true;
      return { ...planOutcome(planned, options), exitCode: exitCodeOf({ ...planned.ending, changes }) };
    });
  },
});
