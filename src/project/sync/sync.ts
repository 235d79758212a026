import { resolve } from 'node:path';
import type { Result } from '../../apply/run.ts';
import { asOfNow } from '../../plan/as-of-now.ts';
import { isIncomplete, type Plan } from '../../plan/plan.ts';
import { withSeen } from '../../plan/fields/unmanaged.ts';
import { digest } from '../../values/digest.ts';
import type { Ending } from '../ending.ts';
import { UserError } from '../../diagnostics/errors.ts';
import type { Outside } from '../outside.ts';
import { defineCall } from '../calls/call.ts';
import { file, flag, turnedOff, type OptionsOf } from '../calls/option.ts';
import { addresses, approve, CHOICES, LOCK, published, reviewed, TARGET } from '../calls/shared-options.ts';
import { rollbacksIn } from '../planning/goes-forward.ts';
import { remaining, withDigest } from '../planning/planning.ts';
import { refusePlan } from '../planning/refuse-plan.ts';
import { readSavedPlan } from '../planning/saved-plan.ts';
import { nowOn, readApproved, type Approved, type Now } from '../review/reviewed-plan.ts';
import { prepareRun, type Ready } from './prepare-run.ts';
import { refuseUnpublished } from './published-links.ts';
import type { Again } from './rounds.ts';
import { runPlan, type RunSummary } from './run-plan.ts';
import { reportSync, type SyncReport } from './sync-report.ts';

const syncOptions = {
  ...TARGET,
  ...CHOICES,
  ...LOCK,
  plan: file('Apply a plan saved by plan --out, and nothing else'),
  approve: approve(),
  create: addresses('Create these even if the target may already have them'),
  wait: turnedOff('Do not wait for creations whose reply was lost; leave them open'),
  reviewed,
  published,
  force: flag('Sync even if the service is still creating the broadcast'),
};

/** The options of `sync`. */
export interface SyncOptions extends OptionsOf<typeof syncOptions> {}

/** The result of `sync`. */
export interface Synced {
  /** What `gitcast sync --json` prints. */
  readonly report: SyncReport;
  /** How the call ended. */
  readonly ending: Ending;
  /** `declined`: the plan was not approved, and nothing was sent. */
  readonly outcome: 'nothing-to-do' | 'declined' | 'applied';
  /** The plan that was shown for approval. */
  readonly plan: Plan;
  /** The results, in order. */
  readonly results: readonly Result[];
  /** The error that stopped the run before its end. */
  readonly stopped?: Error;
}

/** Applies the files to the target. */
export const sync = defineCall(syncOptions, async (outside: Outside, options: SyncOptions): Promise<Synced> => {
  const approved = await approvedFor(outside, options);
  if (approved === undefined) return syncWith(outside, options, undefined);
  const { deletes, empty } = approved.allowances;
  // Planned as if replacing was allowed, like the plan that was reviewed; what was not allowed stops the sync then.
  const allowed = { allowReplace: true, allowDeletes: deletes === 0 ? undefined : deletes, allowEmpty: empty };
  return syncWith(outside, { ...options, ...allowed }, approved);
});

async function approvedFor(outside: Outside, options: SyncOptions): Promise<Approved | undefined> {
  const { reviewed, plan, allowDeletes, allowEmpty, allowReplace } = options;
  if (reviewed === undefined) return undefined;
  if (plan !== undefined || allowDeletes !== undefined || (allowEmpty ?? []).length > 0 || allowReplace) {
    throw new UserError('a reviewed sync makes its own plan, and the review decides what it may delete and replace', {
      suggestion: 'leave out the saved plan and the allowances',
    });
  }
  return readApproved(outside, { target: options.target, reviewed });
}

async function syncWith(outside: Outside, options: SyncOptions, approved: Approved | undefined): Promise<Synced> {
  const ready = await prepareRun(outside, options);
  const { target, lock } = ready;
  try {
    const { prepared, config } = ready;
    const now = approved && (await nowOn(config, target.store, prepared.state.base));
    const plan = planToRun(ready, outside, options, now && ((made) => approved.assertCovers(made, now)));
    if (plan.changes.length === 0 && plan.open.length === 0) {
      await saveSeen(ready);
      return nothingToDo(plan, target.client.counts());
    }
    const { published } = options;
    if (published !== undefined) await refuseUnpublished(plan, { published, config: ready.config, outside });
    if (plan.changes.length > 0 && !(await isApproved(plan, options))) return declined(plan);
    return applied(
      plan,
      () => target.client.counts(),
      await run(plan, ready, outside, options, now && { approved, now }),
    );
  } finally {
    await lock.release();
    await target.close();
  }
}

function planToRun(
  { target, prepared }: Ready,
  { folder }: Outside,
  options: SyncOptions,
  assertCovers: ((plan: Plan) => readonly string[]) | undefined,
): Plan {
  const file = options.plan === undefined ? undefined : resolve(folder, options.plan);
  const plan =
    file === undefined
      ? prepared.plan
      : asOfNow(readSavedPlan(file, { ...target, base: prepared.state.base }), prepared.plan);
  // A saved plan was checked against the last sync at that time; others may have synced since.
  const refusals = plan === prepared.plan ? plan.refusals : [...plan.refusals, ...rollbacksIn(prepared.plan)];
  const notes = assertCovers?.(plan) ?? [];
  refusePlan({ ...plan, refusals }, prepared.snapshot, { force: options.force ?? false });
  return notes.length === 0 ? plan : { ...plan, notes: [...plan.notes, ...notes] };
}

async function saveSeen({ target, lock, prepared: { plan, state, snapshot } }: Ready): Promise<void> {
  const base = withSeen(state.base, snapshot, digest);
  if (!state.interrupted && !state.renamed && base === state.base) return;
  await target.store.save(remaining({ ...state, base }, plan), lock);
}

const isApproved = async (plan: Plan, { approve }: SyncOptions): Promise<boolean> =>
  approve === true || (await approve(withDigest(plan)));

interface Reviewing {
  readonly approved: Approved;
  readonly now: Now;
}

async function run(
  plan: Plan,
  ready: Ready,
  { onEvent }: Outside,
  options: SyncOptions,
  reviewing: Reviewing | undefined,
): Promise<RunSummary> {
  const { planAgain, ...parts } = ready;
  const settle = await reviewing?.approved.claim(plan, reviewing.now);
  const again: Again = { prepare: planAgain, wait: options.wait ?? true, ...ready.target.clock };
  return runPlan({ ...parts, plan, onEvent, allowReplace: options.allowReplace ?? false, again, settle });
}

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
