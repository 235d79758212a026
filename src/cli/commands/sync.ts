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
    only: { value: 'ADDRESS,…', completes: 'addresses', about: ABOUT_PATTERNS },
    plan: { value: 'FILE', about: 'Apply a plan saved by plan --out, and nothing else' },
    yes: { short: 'y', about: 'Do not ask for confirmation; required without a terminal' },
    ours: { about: 'Overwrite fields that were changed on both sides' },
    'overwrite-drift': { about: 'Overwrite fields that were changed only on the target' },
    'allow-deletes': { value: 'N', about: "Allow up to this many deletions, even above the guard's limit" },
    'allow-replace': { about: 'Replace objects that cannot be updated: create a new one, then delete the old one' },
    create: {
      value: 'ADDRESS,…',
      completes: 'addresses',
      about: 'Create these even if the target may already have them',
    },
    'no-wait': { about: 'Do not wait for creations whose reply was lost; leave them open' },
    'allow-rollback': { about: 'Sync from a checkout that is behind the last synced commit, and revert to it' },
    force: { about: 'Sync even if the service is still creating the broadcast' },
  },
  examples: [
    { line: 'gitcast sync', about: 'Shows the plan, asks for confirmation, and applies it' },
    { line: 'gitcast sync --yes --target production', about: 'Applies without asking, for CI' },
    { line: 'gitcast sync --plan plan.json --yes', about: 'Applies a reviewed plan' },
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
