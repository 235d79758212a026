import { count } from '../../diagnostics/count.ts';
import type { Standing } from '../../project/index.ts';
import { approvalOf } from '../approve.ts';
import { ABOUT_PATTERNS, choiceOptions } from '../choice-flags.ts';
import { defineCommand } from '../command.ts';
import { keepHeapSmall } from '../heap.ts';
import { projectOf } from '../open-project.ts';
import { progressOf } from '../progress.ts';
import { stopSignal } from '../stop-signal.ts';
import { TARGET_FLAGS, targetOptions } from '../target-flags.ts';
import { planOutcome } from '../views/plan/plan-outcome.ts';
import { syncOutcome } from '../views/run/sync-outcome.ts';

export const promote = defineCommand({
  arguments: [
    { name: 'FROM', required: true, about: 'The target that is as it should be' },
    { name: 'TO', required: true, about: 'The target that is to become like it' },
  ],
  options: {
    concurrency: TARGET_FLAGS.concurrency,
    trace: { value: 'FILE', about: 'Write a line of JSON for each request to TO, without keys and bodies' },
    only: { value: 'ADDRESS,…', about: ABOUT_PATTERNS },
    'dry-run': { about: 'Show the plan and change nothing' },
    markdown: { about: 'Show the plan as Markdown, for a comment in a review, and change nothing' },
    yes: { short: 'y', about: 'Do not ask; needed where there is no terminal' },
    ours: { about: 'Push over what was changed both here and on TO' },
    'overwrite-drift': { about: 'Push over what was changed on TO only' },
    'allow-deletes': { value: 'N', about: 'Allow up to this many deletions, more than the guard does' },
    'allow-replace': { about: 'Replace what cannot be updated: create anew, delete the old one' },
    'allow-rollback': { about: 'Also from a checkout that lacks what was last synced to TO, and take that back' },
    force: { about: 'Although FROM does not equal the files, or the service is still making the broadcast' },
  },
  examples: [
    { line: 'gitcast promote staging production', about: 'Shows what changes on production, asks, and does it' },
    { line: 'gitcast promote staging production --dry-run', about: 'Only shows it' },
    { line: 'gitcast promote staging production --yes', about: 'Does it without asking, for CI' },
  ],
  async run(invocation) {
    keepHeapSmall();
    const { context, options } = invocation;
    const [from = '', to = ''] = invocation.arguments;
    const signal = stopSignal(context);
    const project = projectOf(invocation, { signal, onEvent: progressOf(context, options) });
    const { concurrency, trace } = targetOptions(options);
    const promoted = await project.promote({
      from,
      to,
      concurrency,
      trace,
      ...choiceOptions(options),
      dryRun: options['dry-run'] || options.markdown,
      force: options.force,
      approve: approvalOf(invocation, signal),
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
  return `${target}: ${complete ? differs : 'could not be read whole'}\n\n`;
}
