import { assertNever } from '../../diagnostics/errors.ts';
import type { Synced, Planned } from '../../project/index.ts';
import type { Outcome } from '../command.ts';
import { exitCodeOf } from '../exit-code.ts';
import { planText } from './plan/plan.ts';
import { runMarkdown } from './run/run-markdown.ts';
import { runText } from './run/run.ts';
import { incompleteWarning } from './plan/verdict.ts';
import { planMarkdown } from './plan/plan-markdown.ts';

/** A plan that is shown and not applied. Its exit code does not depend on whether it has changes. */
export function planOutcome({ report, ending, plan, rate }: Planned, { markdown }: { markdown: boolean }): Outcome {
  return {
    exitCode: exitCodeOf({ ...ending, changes: false }),
    warning: incompleteWarning(plan),
    counts: countsOf(plan),
    json: report,
    human: (style) => (markdown ? planMarkdown(plan) : planText(plan, style, rate)),
    markdown: () => planMarkdown(plan),
  };
}

/** What was planned: a sync that stops half-way has planned as much. */
const countsOf = ({ changes, summary }: Planned['plan']): Readonly<Record<string, number>> => ({
  changes: changes.length,
  deletes: summary.delete,
});

export function syncOutcome({ report, ending, outcome, plan, results, stopped }: Synced): Outcome {
  const shared = { exitCode: exitCodeOf(ending), json: report, counts: countsOf(plan) };
  const warning = incompleteWarning(plan);
  switch (outcome) {
    case 'declined':
      return { ...shared, human: () => 'Nothing was changed.\n' };
    case 'nothing-to-do':
      return { ...shared, warning, human: (style) => planText(plan, style), markdown: () => runMarkdown(plan, []) };
    case 'applied':
      return {
        ...shared,
        // A value that the service did not keep as it was sent is news even if everything was sent.
        confirms: results.every(({ stored = [] }) => stored.length === 0),
        warning,
        human: (style) => runText(plan, results, stopped, style),
        markdown: () => runMarkdown(plan, results, stopped),
      };
    default:
      return assertNever(outcome);
  }
}
