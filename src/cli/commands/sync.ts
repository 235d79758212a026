import { ABOUT_SYNC, approvalOf, REVIEWED_PLAN, reviewedOfEach, withReviewedPlan } from '../approve.ts';
import { defineCommand } from '../command.ts';
import { sync as call } from '../../project/sync/sync.ts';
import { forEachBroadcast, selectionOf, WORKSPACE, workspaceOf } from '../for-each-broadcast.ts';
import { progressOf } from '../progress.ts';
import { stopSignal } from '../stop-signal.ts';
import { syncOutcome } from '../views/outcomes.ts';

export const command = defineCommand({
  options: { ...call.options, ...WORKSPACE, ...REVIEWED_PLAN },
  examples: [
    { line: 'gitcast sync', about: 'Shows the plan, asks for confirmation, and applies it' },
    { line: 'gitcast sync --yes --target production', about: 'Applies without asking, for CI' },
    { line: 'gitcast sync --plan plan.json --yes', about: 'Applies a saved plan' },
    { line: 'gitcast sync --yes --reviewed 12', about: 'Applies what was reviewed in pull request 12, or stops' },
    { line: 'gitcast sync --all --yes --shard 2/5', about: 'Applies a fifth of the workspace, on one of five runners' },
  ],
  async run(invocation) {
    const { context, options } = invocation;
    context.limitHeap?.('command');
    const signal = stopSignal(context);
    // People confirm one plan after the other.
    const atOnce = options.approve ? undefined : 1;
    const manner = { command: 'sync', signal, atOnce, onEvent: progressOf(context, options) };
    const asked = withReviewedPlan(options);
    const reviewed = options.all
      ? await reviewedOfEach(workspaceOf(invocation, { signal }), selectionOf(options), {
          target: options.target,
          reviewed: asked,
        })
      : () => asked;
    return forEachBroadcast(invocation, manner, async ({ project, folder, given }) => {
      const synced = await project.sync({
        ...given(call.options),
        reviewed: reviewed(folder),
        approve: approvalOf(invocation, signal, ABOUT_SYNC, folder),
      });
      return syncOutcome(synced);
    });
  },
});
