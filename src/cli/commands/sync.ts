import { approvalOf } from '../approve.ts';
import { ABOUT_PATTERNS, choiceOptions } from '../choice-flags.ts';
import { defineCommand } from '../command.ts';
import { keepHeapSmall } from '../heap.ts';
import { projectOf } from '../open-project.ts';
import { listOption } from '../option-values.ts';
import { progressOf } from '../progress.ts';
import { stopSignal } from '../stop-signal.ts';
import { TARGET_FLAGS, targetOptions } from '../target-flags.ts';
import { syncOutcome } from '../views/run/sync-outcome.ts';

export const sync = defineCommand({
  arguments: [],
  options: {
    ...TARGET_FLAGS,
    only: { value: 'ADDRESS,…', about: ABOUT_PATTERNS },
    plan: { value: 'FILE', about: 'Apply a plan that plan --out has saved, and nothing else' },
    yes: { short: 'y', about: 'Do not ask; needed where there is no terminal' },
    ours: { about: 'Push over what was changed on both sides' },
    'overwrite-drift': { about: 'Push over what was changed on the target only' },
    'allow-deletes': { value: 'N', about: 'Allow up to this many deletions, more than the guard does' },
    'allow-replace': { about: 'Replace what cannot be updated: create anew, delete the old one' },
    create: { value: 'ADDRESS,…', about: 'Create these although something on the target may be the same thing' },
    'no-wait': { about: 'Leave creations open whose reply was lost, instead of waiting until the target shows them' },
    'allow-rollback': { about: 'Sync from a checkout that lacks what was last synced, and take that back' },
    force: { about: 'Also into a broadcast that the service is still making' },
  },
  examples: [
    { line: 'gitcast sync', about: 'Shows the plan, asks, and makes the target equal to the files' },
    { line: 'gitcast sync --yes --target production', about: 'The same without asking, for CI' },
    { line: 'gitcast sync --plan plan.json --yes', about: 'Applies a plan that was reviewed' },
  ],
  async run(invocation) {
    keepHeapSmall();
    const { context, options } = invocation;
    const signal = stopSignal(context);
    const project = projectOf(invocation, { signal, onEvent: progressOf(context, options) });
    const synced = await project.sync({
      ...targetOptions(options),
      ...choiceOptions(options),
      plan: options.plan,
      create: listOption(options.create),
      wait: !options['no-wait'],
      force: options.force,
      approve: approvalOf(invocation, signal),
    });
    return syncOutcome(synced);
  },
});
