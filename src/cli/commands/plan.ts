import { findFileKind } from '../../project/files/find-kind.ts';
import { defineCommand } from '../command.ts';
import { exitCodeOf } from '../exit-code.ts';
import { CHOICE_FLAGS, choiceOptions, TARGET_FLAGS, targetOptions } from '../flags.ts';
import { keepHeapSmall } from '../heap.ts';
import { forEachBroadcast, WORKSPACE_FLAGS } from '../for-each-broadcast.ts';
import { planOutcome } from '../views/outcomes.ts';

export const plan = defineCommand({
  arguments: [],
  options: {
    ...TARGET_FLAGS,
    ...CHOICE_FLAGS,
    ...WORKSPACE_FLAGS,
    kind: { value: 'K', completes: 'kind', about: 'Only documents of this kind' },
    out: { value: 'FILE', about: 'Save the plan to this file, for sync --plan; with --all a folder of plans' },
    markdown: { about: 'Print the plan as Markdown, for a review comment' },
    offline: { about: 'Compare with the last sync instead of the target; needs no key' },
    'detailed-exitcode': { about: 'Exit with 2 when there are changes (an incomplete plan always exits with 4)' },
  },
  examples: [
    { line: 'gitcast plan', about: 'Shows what a sync would do, and changes nothing' },
    { line: "gitcast plan --only 'events/friday/*'", about: 'Plans only some documents' },
    { line: 'gitcast plan --offline', about: 'Shows what changed in the files since the last sync, without a key' },
    { line: 'gitcast plan --all --since main', about: 'Plans the broadcasts that this branch changes' },
    { line: 'gitcast plan --out plan.json', about: 'Saves the plan, to be applied unchanged after a review' },
  ],
  async run(invocation) {
    keepHeapSmall();
    const { options } = invocation;
    return forEachBroadcast(invocation, { command: 'plan' }, async ({ project, file }) => {
      const planned = await project.plan({
        ...targetOptions(options),
        ...choiceOptions(options),
        trace: file(options.trace),
        kind: options.kind === undefined ? undefined : findFileKind(options.kind).name,
        offline: options.offline,
        out: file(options.out),
      });
      const changes = options['detailed-exitcode'] && planned.ending.changes === true;
      return { ...planOutcome(planned, options), exitCode: exitCodeOf({ ...planned.ending, changes }) };
    });
  },
});
