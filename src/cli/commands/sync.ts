import { ABOUT_SYNC, approvalOf } from '../approve.ts';
import { defineCommand } from '../command.ts';
import { sync as call } from '../../project/sync/sync.ts';
import { forEachBroadcast, WORKSPACE } from '../for-each-broadcast.ts';
import { progressOf } from '../progress.ts';
import { stopSignal } from '../stop-signal.ts';
import { syncOutcome } from '../views/outcomes.ts';

export const command = defineCommand({
  options: { ...call.options, ...WORKSPACE },
  examples: [
    { line: 'gitcast sync', about: 'Shows the plan, asks for confirmation, and applies it' },
    { line: 'gitcast sync --yes --target production', about: 'Applies without asking' },
    { line: 'gitcast sync --reviewed DIGEST', about: 'Applies the plan with this digest, or nothing' },
    { line: 'gitcast sync --all --since main', about: 'Applies the broadcasts that this branch changes' },
  ],
  async run(invocation) {
    const { context, options } = invocation;
    context.limitHeap?.('command');
    const signal = stopSignal(context);
    // People confirm one plan after the other.
    const atOnce = options.approve || options.reviewed ? undefined : 1;
    const manner = { command: 'sync', signal, atOnce, onEvent: progressOf(context, options) };
    return forEachBroadcast(invocation, manner, async ({ project, folder, given }) =>
      syncOutcome(
        await project.sync({
          ...given(call.options),
          approve: approvalOf(invocation, signal, ABOUT_SYNC, folder),
        }),
      ),
    );
  },
});
