import type { Planned } from '../../../project/index.ts';
import type { Outcome } from '../../command.ts';
import { exitCodeOf } from '../../exit-code.ts';
import { planMarkdown } from './plan-markdown.ts';
import { planText } from './plan.ts';
import { incompleteWarning } from './verdict.ts';

/** A plan that is shown and not applied. Its exit code does not depend on whether it has changes. */
export function planOutcome({ report, ending, plan, rate }: Planned, { markdown }: { markdown: boolean }): Outcome {
  return {
    exitCode: exitCodeOf({ ...ending, changes: false }),
    warning: incompleteWarning(plan),
    json: report,
    human: (style) => (markdown ? planMarkdown(plan) : planText(plan, style, rate)),
    markdown: () => planMarkdown(plan),
  };
}
