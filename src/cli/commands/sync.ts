import { approvalOf } from '../approve.ts';
import { defineCommand } from '../command.ts';
import {
  CHOICE_FLAGS,
  choiceOptions,
  LOCK_FLAG,
  lockOptions,
  PUBLISHED_FLAG,
  REVIEWED_FLAGS,
  TARGET_FLAGS,
  targetOptions,
  YES_FLAG,
} from '../flags.ts';
import { boundHeap } from '../../machine/heap.ts';
import { forEachBroadcast, selectionOf, WORKSPACE_FLAGS, workspaceOf } from '../for-each-broadcast.ts';
import { listOption, reviewedOption } from '../option-values.ts';
import { progressOf } from '../progress.ts';
import { reviewedOfEach } from '../reviewed-of-each.ts';
import { stopSignal } from '../stop-signal.ts';
import { syncOutcome } from '../views/outcomes.ts';

export const sync = defineCommand({
  arguments: [],
  options: {
    ...TARGET_FLAGS,
    ...CHOICE_FLAGS,
    ...LOCK_FLAG,
    ...WORKSPACE_FLAGS,
    plan: { value: 'FILE', about: 'Apply a plan saved by plan --out, and nothing else' },
    yes: YES_FLAG,
    create: { ...CHOICE_FLAGS.only, about: 'Create these even if the target may already have them' },
    'no-wait': { about: 'Do not wait for creations whose reply was lost; leave them open' },
    ...REVIEWED_FLAGS,
    published: PUBLISHED_FLAG,
    force: { about: 'Sync even if the service is still creating the broadcast' },
  },
  examples: [
    { line: 'gitcast sync', about: 'Shows the plan, asks for confirmation, and applies it' },
    { line: 'gitcast sync --yes --target production', about: 'Applies without asking, for CI' },
    { line: 'gitcast sync --plan plan.json --yes', about: 'Applies a saved plan' },
    { line: 'gitcast sync --yes --reviewed 12', about: 'Applies what was reviewed in pull request 12, or stops' },
    { line: 'gitcast sync --all --yes --shard 2/5', about: 'Applies a fifth of the workspace, on one of five runners' },
  ],
  async run(invocation) {
    boundHeap();
    const { context, options } = invocation;
    const signal = stopSignal(context);
    // People confirm one plan after the other.
    const atOnce = options.yes ? undefined : 1;
    const manner = { command: 'sync', signal, atOnce, onEvent: progressOf(context, options) };
    const asked = reviewedOption(options.reviewed, options['reviewed-plan']);
    const reviewed = options.all
      ? await reviewedOfEach(workspaceOf(invocation, { signal }), selectionOf(options), {
          target: options.target,
          reviewed: asked,
        })
      : () => asked;
    return forEachBroadcast(invocation, manner, async ({ project, folder, file }) => {
      const synced = await project.sync({
        ...targetOptions(options),
        ...choiceOptions(options),
        ...lockOptions(options),
        trace: file(options.trace),
        plan: file(options.plan),
        create: listOption(options.create),
        wait: !options['no-wait'],
        force: options.force,
        published: options.published === 'live' ? 'live' : file(options.published),
        reviewed: reviewed(folder),
        approve: approvalOf(invocation, signal, folder === undefined ? '' : `${folder}\n\n`),
      });
      return syncOutcome(synced);
    });
  },
});
