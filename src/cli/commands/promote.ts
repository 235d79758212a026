import { count } from '../../diagnostics/count.ts';
import type { Standing } from '../../project/index.ts';
import { ABOUT_SYNC, approvalOf } from '../approve.ts';
import { defineCommand } from '../command.ts';
import { flag } from '../../project/calls/option.ts';
import { promote as call } from '../../project/sync/promote.ts';
import { givenTo, projectOf } from '../open-project.ts';
import { progressOf } from '../progress.ts';
import { stopSignal } from '../stop-signal.ts';
import { syncOutcome, planOutcome } from '../views/outcomes.ts';

export const command = defineCommand({
  arguments: [
    { name: 'FROM', required: true, completes: 'targets', about: 'The target that was reviewed' },
    { name: 'TO', required: true, completes: 'targets', about: 'The target to bring to the same state' },
  ],
  options: {
    ...call.options,
    markdown: flag('Show the plan as Markdown, for a review comment, and change nothing'),
  },
  examples: [
    { line: 'gitcast promote staging production', about: 'Shows the plan for production, asks, and applies it' },
    { line: 'gitcast promote staging production --dry-run', about: 'Shows the plan, and changes nothing' },
    { line: 'gitcast promote staging production --yes', about: 'Applies without asking, for CI' },
  ],
  async run(invocation) {
    const { context, options } = invocation;
    context.limitHeap?.('command');
    const [from = '', to = ''] = invocation.arguments;
    const signal = stopSignal(context);
    const project = projectOf(invocation, { signal, onEvent: progressOf(context, options) });
    const promoted = await project.promote({
      ...givenTo(call.options, options),
      from,
      to,
      dryRun: options.dryRun || options.markdown,
      approve: approvalOf(invocation, signal, ABOUT_SYNC),
    });
    const outcome = promoted.type === 'planned' ? planOutcome(promoted, options) : syncOutcome(promoted);
    const { json, human } = outcome;
    return {
      ...outcome,
      json: { from: promoted.from, ...json },
      human: (style) => (options.markdown || style.quiet ? '' : standingText(promoted.standing)) + human(style),
    };
  },
});

function standingText({ target, complete, differences }: Standing): string {
  const number = differences.length;
  const differs = number === 0 ? 'equals the files' : `differs from the files in ${count(number, 'change')}`;
  return `${target}: ${complete ? differs : 'could not be read completely'}\n\n`;
}
