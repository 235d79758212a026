import { resolve } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import { file, flag } from '../../project/calls/option.ts';
import { plan as call } from '../../project/planning/plan.ts';
import { isBundle } from '../../project/workspace/plan-bundle.ts';
import type { Plan, Planned } from '../../project/index.ts';
import { defineCommand, type Invocation, type Outcome, exitCodeOf } from '../command.ts';
import { forEachBroadcast, WORKSPACE } from '../for-each-broadcast.ts';
import { flagsOf } from '../parse-arguments.ts';
import { projectOf } from '../open-project.ts';
import { planOutcome } from '../views/outcomes.ts';
import { saveAsOne, showPlans, temporaryPlans } from '../saved-plans.ts';

const OPTIONS = {
  ...call.options,
  ...WORKSPACE,
  from: file('Show a saved plan; needs no configuration, no content, no key and no network'),
  promotion: file(
    'With --from and --markdown: the saved plan of a later promotion, folded below as not applied by the merge',
  ),
  markdown: flag('Print the plan as Markdown, for a review comment of at most 60,000 characters'),
  detailedExitcode: flag('Exit with 2 when there are changes (an incomplete plan always exits with 4)'),
};

type PlanInvocation = Invocation<typeof OPTIONS>;

export const command = defineCommand({
  options: OPTIONS,
  examples: [
    { line: 'gitcast plan', about: 'Shows what a sync would do, and changes nothing' },
    { line: "gitcast plan --only 'events/friday/*'", about: 'Plans only some documents' },
    { line: 'gitcast plan --offline', about: 'Shows what changed in the files since the last sync, without a key' },
    { line: 'gitcast plan --all --since main', about: 'Plans the broadcasts that this branch changes' },
    { line: 'gitcast plan --out plan.json', about: 'Saves the plan, to be applied unchanged after a review' },
    { line: 'gitcast plan --from plan.json --markdown', about: 'Shows a saved plan as a review comment' },
  ],
  async run(invocation) {
    invocation.context.limitHeap?.('command');
    const { options } = invocation;
    const shown = (planned: Planned, later?: Plan): Outcome => {
      const changes = options.detailedExitcode === true && planned.ending.changes === true;
      return {
        ...planOutcome(planned, { ...options, later, isOneOfMany: options.all }),
        exitCode: exitCodeOf({ ...planned.ending, changes }),
      };
    };
    if (options.promotion !== undefined) refuseUnlessCommented(options);
    if (options.from !== undefined && options.all) {
      refuseBesideFrom({ ...options, all: false, out: undefined });
      const { from, out, markdown } = options;
      return showPlans(projectOf(invocation), { cwd: invocation.context.cwd, from, out, markdown }, shown);
    }
    if (options.from !== undefined) {
      refuseBesideFrom(options);
      const project = projectOf(invocation);
      const later = options.promotion === undefined ? undefined : await project.showPlan({ file: options.promotion });
      return shown(await project.showPlan({ file: options.from }), later?.plan);
    }
    const plans = options.all && options.out !== undefined && isBundle(options.out) ? temporaryPlans() : undefined;
    const outcome = await forEachBroadcast(invocation, { command: 'plan' }, async (part) =>
      shown(await part.project.plan({ ...part.given(call.options), out: part.file(plans ?? options.out) })),
    );
    if (plans === undefined) return outcome;
    saveAsOne(resolve(invocation.context.cwd, options.out!), plans, outcome);
    return outcome;
  },
});

function refuseUnlessCommented({ from, markdown }: PlanInvocation['options']): void {
  if (from !== undefined && markdown) return;
  throw new UserError('--promotion adds a second plan to the comment of a saved one', {
    suggestion: 'use it as gitcast plan --from FILE --promotion FILE --markdown',
  });
}

/** A saved plan is shown as it is: what decides how a plan is made has no effect on it. */
function refuseBesideFrom(options: PlanInvocation['options']): void {
  const making = { ...call.options, ...WORKSPACE };
  const about = [...flagsOf(making)].find(([, { option }]) => Boolean(options[option as keyof typeof options]))?.[0];
  if (about === undefined) return;
  throw new UserError(`--from shows a saved plan, so --${about} has no effect`, {
    suggestion: 'remove one of the two',
  });
}
