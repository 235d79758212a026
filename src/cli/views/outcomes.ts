import { assertNever } from '../../diagnostics/errors.ts';
import { count } from '../../diagnostics/count.ts';
import type { FailOn, FoundAction, Plan, Planned, Synced } from '../../project/index.ts';
import type { Outcome } from '../command.ts';
import { exitCodeOf } from '../exit-code.ts';
import { planText } from './plan/plan.ts';
import { runMarkdown } from './run/run-markdown.ts';
import { runText } from './run/run.ts';
import { incompleteWarning } from './plan/verdict.ts';
import { planMarkdown } from './plan/plan-markdown.ts';

interface PlanForm {
  readonly markdown: boolean;
  readonly full?: boolean;
}

/** A plan that is shown and not applied. Its exit code does not depend on whether it has changes. */
export function planOutcome(
  { report, ending, plan, rate, found }: Planned,
  { markdown, full = false }: PlanForm,
): Outcome {
  return {
    exitCode: exitCodeOf({ ...ending, changes: false }),
    warning: incompleteWarning(plan),
    json: report,
    human: (style) => (markdown ? planMarkdown(plan, { full }) : planText(plan, style, rate)),
    markdown: () => planMarkdown(plan),
    ...(found.length > 0 && { failure: failureOf(found, plan) }),
  };
}

function failureOf(found: readonly FoundAction[], { target }: Plan): NonNullable<Outcome['failure']> {
  const counts = found.map(({ action, count: number }) => count(number, NOUNS[action])).join(' and ');
  return {
    message: `the plan for ${target} has ${counts}`,
    suggestion: `--fail-on ${found.map(({ action }) => action).join(',')} does not allow that; remove it to accept the plan`,
  };
}

const NOUNS: Readonly<Record<FailOn, string>> = {
  delete: 'deletion',
  replace: 'replacement',
  conflict: 'conflict',
  drift: 'drifted document',
};

export function syncOutcome({ report, ending, outcome, plan, results, stopped }: Synced): Outcome {
  const shared = { exitCode: exitCodeOf(ending), json: report };
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
