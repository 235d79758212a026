import { assertNever } from '../../diagnostics/errors.ts';
import type { Plan, Planned, Result, Synced } from '../../project/index.ts';
import { digest } from '../../values/digest.ts';
import { type Outcome, type SharedResult, exitCodeOf } from '../command.ts';
import { planText } from './plan/plan-view.ts';
import { madeWords, runMarkdown, runText } from './run-view.ts';
import { summaryWords } from './plan/plan-order.ts';
import { equalWords, incompleteWarning } from './plan/plan-verdict.ts';
import { planMarkdown, planWithPromotion } from './plan/plan-markdown.ts';

interface PlanForm {
  readonly markdown?: boolean | undefined;
  /** The plan of a later promotion, which a comment shows below. */
  readonly later?: Plan | undefined;
  /** One of several: labels and digests are those of all plans together, which the comment has above the table. */
  readonly isOneOfMany?: boolean | undefined;
}

/** A plan that is shown and not applied. Its exit code does not depend on whether it has changes. */
export function planOutcome(
  { report, ending, plan, rate }: Planned,
  { markdown, later, isOneOfMany = false }: PlanForm = {},
): Outcome {
  const commented = (): string => (later ? planWithPromotion(plan, later) : planMarkdown(plan));
  return {
    exitCode: exitCodeOf({ ...ending, changes: false }),
    warning: incompleteWarning(plan),
    counts: countsOf(plan),
    json: report,
    human: (style) => (markdown ? commented() : planText(plan, style, rate)),
    markdown: () => planMarkdown(plan, isOneOfMany ? { approvedBy: 'nobody' } : {}),
    shared: () => sharedPlan(plan),
    ...headlineOf(plan),
  };
}

/** A change of a theme that many festivals share is one plan. */
function sharedPlan(plan: Plan): SharedResult {
  const form = { approvedBy: 'nobody', shared: true } as const;
  return {
    key: digest(planMarkdown(plan, { ...form, full: true })),
    headline: headlineOf(plan, { ...plan.summary, unchanged: undefined }).headline,
    markdown: planMarkdown(plan, form),
  };
}

/** A plan in one line. */
export function headlineOf(
  plan: Plan,
  summary: Parameters<typeof summaryWords>[0] = plan.summary,
): { readonly headline: string; readonly isCalm: boolean } {
  const isCalm = plan.changes.length + plan.refusals.length + plan.open.length === 0;
  const refused = plan.refusals.length > 0 ? 'refused: ' : '';
  return {
    headline: isCalm ? equalWords(plan) : refused + summaryWords(summary, plan.uncompared?.length),
    isCalm,
  };
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
    case 'nothing-to-do':
      return {
        ...shared,
        warning,
        human: (style) => planText(plan, style),
        markdown: () => runMarkdown(plan, []),
        ...headlineOf(plan),
      };
    case 'applied':
      return {
        ...shared,
        // A value that the service did not keep as it was sent is news even if everything was sent.
        confirms: results.every(({ stored = [] }) => stored.length === 0),
        warning,
        human: (style) => runText(plan, results, stopped, style),
        markdown: () => runMarkdown(plan, results, stopped),
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
