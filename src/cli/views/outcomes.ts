import { assertNever } from '../../diagnostics/errors.ts';
import type { Plan, Planned, Result, Synced } from '../../project/index.ts';
import { isIncomplete } from '../../project/planning/plan-report.ts';
import { type Outcome, exitCodeOf } from '../command.ts';
import { isIdle, planTree } from './plan/plan-tree.ts';
import { equalWords, incompleteWarning, summaryText } from './plan/plan-verdict.ts';
import { printMarkdown } from './print-markdown.ts';
import { printTerminal } from './print-terminal.ts';
import { idleTree, madeWords, runTree } from './run-tree.ts';
import type { Tree } from './tree.ts';

interface PlanForm {
  readonly markdown?: boolean | undefined;
}

/** A plan that is shown and not applied. Its exit code does not depend on whether it has changes. */
export function planOutcome({ report, ending, plan, rate }: Planned, { markdown }: PlanForm = {}): Outcome {
  const tree = (): Tree => planTree(plan, rate);
  return {
    exitCode: exitCodeOf({ ...ending, changes: false }),
    warning: incompleteWarning(plan),
    counts: countsOf(plan),
    json: report,
    ...(markdown ? { human: () => printMarkdown(tree()).text, tree } : shownAs(tree)),
    confirms: !markdown && isIdle(plan) && !isIncomplete(plan),
    ...headlineOf(plan),
  };
}

const shownAs = (tree: () => Tree): Pick<Outcome, 'human' | 'tree'> => ({
  human: (style) => printTerminal(tree(), style),
  tree,
});

/** A plan in one line. Many broadcasts that differ only in the number of their unchanged documents have the same. */
export function headlineOf(plan: Plan): { readonly headline: string; readonly isCalm: boolean } {
  if (isIdle(plan)) return { headline: equalWords(plan), isCalm: plan.open.length === 0 };
  const words = summaryText({ ...plan.summary, unchanged: 0 }, plan.uncompared?.length);
  return { headline: `${plan.refusals.length > 0 ? 'refused: ' : ''}${words}`, isCalm: false };
}

/** The planned changes: a sync that stops half-way has planned as much. */
const countsOf = ({ changes, summary }: Planned['plan']): Readonly<Record<string, number>> => ({
  changes: changes.length,
  deletes: summary.delete,
});

export function syncOutcome({ report, ending, outcome, plan, results, stopped }: Synced): Outcome {
  const shared = { exitCode: exitCodeOf(ending), json: report, counts: countsOf(plan) };
  const warning = incompleteWarning(plan);
  switch (outcome) {
    case 'declined':
      return { ...shared, human: () => 'Nothing was changed.\n', headline: 'declined: nothing was changed' };
    case 'not-reviewed':
      return {
        ...shared,
        ...shownAs(() => planTree(plan)),
        failure: {
          message: `the plan for ${plan.target} is ${plan.digest} now, which nobody approved: nothing was sent`,
          suggestion: 'look at this plan, and pass its digest to --reviewed',
        },
        headline: `not reviewed: ${plan.digest}`,
      };
    case 'nothing-to-do':
      return {
        ...shared,
        warning,
        ...shownAs(() => idleTree(plan)),
        confirms: isIdle(plan) && !isIncomplete(plan),
        ...headlineOf(plan),
      };
    case 'applied':
      return {
        ...shared,
        // A value that the service did not keep as it was sent is news even if everything was sent.
        confirms: results.every(({ stored = [] }) => stored.length === 0),
        warning,
        ...shownAs(() => runTree(plan, results, stopped)),
        headline: runHeadline(results, stopped),
      };
    default:
      return assertNever(outcome);
  }
}

function runHeadline(results: readonly Result[], stopped: Error | undefined): string {
  const left = results.filter(({ outcome }) => outcome !== 'applied').length;
  const reason = stopped === undefined ? '' : `, stopped: ${stopped.message}`;
  return `${madeWords(results)}${left > 0 ? `, ${left} left` : ''}${reason}`;
}
