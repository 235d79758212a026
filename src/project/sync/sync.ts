import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Result } from '../../apply/run.ts';
import { asOfNow } from '../../plan/as-of-now.ts';
import { isIncomplete, type Plan } from '../../plan/plan.ts';
import { withSeen } from '../../exchange/seen.ts';
import { digest } from '../../values/digest.ts';
import type { Ending } from '../ending.ts';
import type { Outside } from '../outside.ts';
import type { ChoiceOptions } from '../planning/choices.ts';
import { rollbacksIn } from '../planning/goes-forward.ts';
import { remaining } from '../planning/planning.ts';
import { refusePlan } from '../planning/refuse-plan.ts';
import { readSavedPlan } from '../planning/saved-plan.ts';
import type { TargetOptions } from '../target/open-target.ts';
import { prepareRun, type Ready } from './prepare-run.ts';
import type { Again } from './rounds.ts';
import { runPlan, type RunSummary } from './run-plan.ts';
import { reportSync, type SyncReport } from './sync-report.ts';

export interface SyncOptions extends TargetOptions, ChoiceOptions {
  /** Whether the plan may be applied: `true`, or a function that looks at it. It is not asked where there is nothing to do. */
  readonly approve: true | ((plan: Plan) => boolean | Promise<boolean>);
  /** A file with a saved plan, to be applied instead of a new one. */
  readonly plan?: string | undefined;
  /** Patterns of documents to create although something on the target may be the same thing. */
  readonly create?: readonly string[] | undefined;
  /** Whether to wait for creations whose reply was lost; otherwise they are left open. True unless told otherwise. */
  readonly wait?: boolean | undefined;
  /** Also into a broadcast that the service is still making. */
  readonly force?: boolean | undefined;
}

export interface Synced {
  /** What `gitcast sync --json` prints. */
  readonly report: SyncReport;
  readonly ending: Ending;
  /** `declined`: it was not approved, and nothing was sent. */
  readonly outcome: 'nothing-to-do' | 'declined' | 'applied';
  readonly plan: Plan;
  readonly results: readonly Result[];
  /** Why the run stopped before its end. */
  readonly stopped?: Error;
}

/** Makes the target equal to the files. */
export async function sync(outside: Outside, options: SyncOptions): Promise<Synced> {
  const ready = await prepareRun(outside, options);
  const { target, lock } = ready;
  try {
    const plan = planToRun(ready, outside, options);
    if (plan.changes.length === 0 && plan.open.length === 0) {
      await saveSeen(ready);
      return nothingToDo(plan, target.client.counts());
    }
    if (plan.changes.length > 0 && !(await isApproved(plan, options))) return declined(plan);
    return applied(plan, () => target.client.counts(), await run(plan, ready, outside, options));
  } finally {
    await lock.release();
    await target.close();
  }
}

function planToRun({ target, prepared }: Ready, { folder }: Outside, options: SyncOptions): Plan {
  const file = options.plan === undefined ? undefined : resolve(folder, options.plan);
  const plan = file === undefined ? prepared.plan : asOfNow(readSavedPlan(file, target), prepared.plan);
  // A saved plan was judged by what was synced when it was made; others may have gone on since.
  const refusals = plan === prepared.plan ? plan.refusals : [...plan.refusals, ...rollbacksIn(prepared.plan)];
  refusePlan({ ...plan, refusals }, prepared.snapshot, { force: options.force ?? false });
  return plan;
}

async function saveSeen({ target, lock, prepared: { plan, state, snapshot } }: Ready): Promise<void> {
  const base = withSeen(state.base, snapshot, digest);
  if (!state.interrupted && base === state.base) return;
  await target.store.save(remaining({ ...state, base }, plan), lock);
}

const isApproved = async (plan: Plan, { approve }: SyncOptions): Promise<boolean> =>
  approve === true || (await approve(plan));

function run(plan: Plan, ready: Ready, { onEvent }: Outside, options: SyncOptions): Promise<RunSummary> {
  const { planAgain, ...parts } = ready;
  const again: Again = { prepare: planAgain, wait: options.wait ?? true, now: Date.now, sleep };
  return runPlan({ ...parts, plan, onEvent, allowReplace: options.allowReplace ?? false, again });
}

const sleep: Again['sleep'] = (milliseconds, signal) => wait(milliseconds, undefined, { signal });

type Counts = Pick<SyncReport, 'requests' | 'retries'>;

const nothingToDo = (plan: Plan, counts: Counts): Synced => ({
  report: reportSync(plan, { results: [], ...counts }),
  ending: { incomplete: isIncomplete(plan) },
  outcome: 'nothing-to-do',
  plan,
  results: [],
});

const declined = (plan: Plan): Synced => ({
  report: reportSync(plan, { results: [], requests: 0, retries: 0 }),
  ending: { failed: true },
  outcome: 'declined',
  plan,
  results: [],
});

function applied(plan: Plan, counts: () => Counts, { results, stopped }: RunSummary): Synced {
  const left = results.some(({ outcome }) => outcome !== 'applied');
  return {
    report: reportSync(plan, { results, ...counts(), ...(stopped && { error: stopped.message }) }),
    ending: { failed: stopped !== undefined, left, incomplete: isIncomplete(plan) },
    outcome: 'applied',
    plan,
    results,
    ...(stopped && { stopped }),
  };
}
