import { findFileKind } from '../../project/files/find-kind.ts';
import { ABOUT_PATTERNS, choiceOptions } from '../choice-flags.ts';
import { defineCommand } from '../command.ts';
import { exitCodeOf } from '../exit-code.ts';
import { keepHeapSmall } from '../heap.ts';
import { projectOf } from '../open-project.ts';
import { TARGET_FLAGS, targetOptions } from '../target-flags.ts';
import { planOutcome } from '../views/plan/plan-outcome.ts';

export const plan = defineCommand({
  arguments: [],
  options: {
    ...TARGET_FLAGS,
    only: { value: 'ADDRESS,…', about: ABOUT_PATTERNS },
    kind: { value: 'K', about: 'Only documents of this kind' },
    out: { value: 'FILE', about: 'Save the plan, to be applied by sync --plan' },
    markdown: { about: 'Print it as Markdown, for a comment in a review' },
    offline: { about: 'Ask the target nothing: compare with what the last sync left there; needs no key' },
    'detailed-exitcode': { about: 'Exit with 2 when there are changes; 4 means incomplete with and without it' },
    'overwrite-drift': { about: 'Plan to push over what was changed on the target only' },
    ours: { about: 'Plan to push over what was changed on both sides' },
    'allow-deletes': { value: 'N', about: 'Plan up to this many deletions, more than the guard does' },
    'allow-replace': { about: 'Plan to replace what cannot be updated' },
    'allow-rollback': { about: 'Plan from a checkout that lacks what was last synced' },
  },
  examples: [
    { line: 'gitcast plan', about: 'Shows what a sync would do, and does nothing' },
    { line: "gitcast plan --only 'events/friday/*'", about: 'Shows it for some documents' },
    { line: 'gitcast plan --offline', about: 'Shows what the files change since the last sync, without a key' },
    { line: 'gitcast plan --out plan.json', about: 'Saves it, to be applied as it is after a review' },
  ],
  async run(invocation) {
    keepHeapSmall();
    const { options } = invocation;
    const planned = await projectOf(invocation).plan({
      ...targetOptions(options),
      ...choiceOptions(options),
      kind: options.kind === undefined ? undefined : findFileKind(options.kind).name,
      offline: options.offline,
      out: options.out,
    });
    const changes = options['detailed-exitcode'] && planned.ending.changes === true;
    return { ...planOutcome(planned, options), exitCode: exitCodeOf({ ...planned.ending, changes }) };
  },
});
