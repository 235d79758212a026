import { count } from '../../diagnostics/count.ts';
import type { Standing } from '../../project/index.ts';
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
import { reviewedOption } from '../option-values.ts';
import { projectOf } from '../open-project.ts';
import { progressOf } from '../progress.ts';
import { stopSignal } from '../stop-signal.ts';
import { planMarkdown } from '../views/plan/plan-markdown.ts';
import { syncOutcome, planOutcome } from '../views/outcomes.ts';

export const promote = defineCommand({
  arguments: [
    { name: 'FROM', required: true, completes: 'targets', about: 'The target that was reviewed' },
    { name: 'TO', required: true, completes: 'targets', about: 'The target to bring to the same state' },
  ],
  options: {
    concurrency: TARGET_FLAGS.concurrency,
    trace: { value: 'FILE', about: 'Log each request to TO to this file as a line of JSON, without keys and bodies' },
    ...CHOICE_FLAGS,
    ...LOCK_FLAG,
    'dry-run': { about: 'Show the plan and change nothing' },
    markdown: { about: 'Show the plan as Markdown, for a review comment, and change nothing' },
    out: { value: 'FILE', about: 'With --dry-run: save the plan to this file, for a person to approve by its digest' },
    yes: YES_FLAG,
    ...REVIEWED_FLAGS,
    published: PUBLISHED_FLAG,
    force: { about: 'Promote even if FROM differs from the files, or the service is still creating the broadcast' },
  },
  examples: [
    { line: 'gitcast promote staging production', about: 'Shows the plan for production, asks, and applies it' },
    { line: 'gitcast promote staging production --dry-run', about: 'Shows the plan, and changes nothing' },
    { line: 'gitcast promote staging production --yes', about: 'Applies without asking, for CI' },
  ],
  async run(invocation) {
    boundHeap();
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
      ...lockOptions(options),
      out: options.out,
      reviewed: reviewedOption(options.reviewed, options['reviewed-plan']),
      dryRun: options['dry-run'] || options.markdown,
      force: options.force,
      published: options.published,
      approve: approvalOf(invocation, signal),
    });
    const outcome = promoted.type === 'planned' ? planOutcome(promoted, options) : syncOutcome(promoted);
    const { json, human } = outcome;
    return {
      ...outcome,
      ...(promoted.type === 'planned' && { markdown: () => planMarkdown(promoted.plan, { approvedBy: 'digest' }) }),
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
