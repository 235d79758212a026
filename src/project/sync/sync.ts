import { resolve } from 'node:path';
import type { Applied } from '../../apply/apply-plan.ts';
import type { Result } from '../../apply/run.ts';
import type { Config } from '../../config/config.ts';
import type { Choices } from '../../plan/context.ts';
import type { Lock } from '../../state/file/lock.ts';
import { resume } from '../../state/resume.ts';
import { contentConfigOf } from '../../repository/load-config.ts';
import { nameOf } from '../../repository/repository.ts';
import { type OpenTarget, withTarget } from '../../target/open-target.ts';
import { waitForLock, whileLocked } from '../../target/this-run.ts';
import { refuseUnknown } from '../files/address-pattern.ts';
import {
  choicesOf,
  addressesIn,
  preparePlan,
  readBroadcast,
  readSendable,
  remaining,
  withDigest,
  type Prepared,
} from '../planning/planning.ts';
import { asOfNow } from '../../plan/as-of-now.ts';
import { isIncomplete, type Plan } from '../../plan/plan.ts';
import { withSeen } from '../../plan/fields/unmanaged.ts';
import { digest } from '../../values/digest.ts';
import { UserError } from '../../diagnostics/errors.ts';
import type { Outside } from '../outside.ts';
import { defineCall, type Reported } from '../calls/call.ts';
import { file, flag, turnedOff, type OptionsOf } from '../calls/option.ts';
import { addresses, approve, published, reviewed, TARGET, CHOICES } from '../calls/shared-options.ts';
import { refusePlan } from '../planning/refuse-plan.ts';
import { readSavedPlan } from '../planning/saved-plan.ts';
import { nowOn, readApproved, type Approved, type Now } from '../review/reviewed-plan.ts';
import { refuseUnpublished } from './published-links.ts';
import type { Again } from './rounds.ts';
import { runPlan } from './run-plan.ts';
import { summaryOfRun, type RunSummary } from './run-summary.ts';
import { rollbacksIn } from '../going-back.ts';
import type { Broadcast } from '../../model/broadcast.ts';

const syncOptions = {
  ...TARGET,
  ...CHOICES,
  plan: file('Apply a plan saved by plan --out, and nothing else'),
  approve: approve(),
  create: addresses('Create these even if the target may already have them'),
  wait: turnedOff('Do not wait for objects that the target may show later; leave their changes open'),
  reviewed,
  published,
  force: flag('Sync even if the service is still creating the broadcast'),
};

/** The options of `sync`. */
export interface SyncOptions extends OptionsOf<typeof syncOptions> {}

/** The result of a sync. */
export interface SyncReport extends Pick<Plan, 'target' | 'complete' | 'unread'> {
  /** The number of changes by outcome, and of documents without a change. */
  readonly summary: RunSummary & { readonly unchanged: number };
  /** The results, in order. */
  readonly results: readonly ReportedResult[];
  /** The number of requests. */
  readonly requests: number;
  /** The number of repeated requests. */
  readonly retries: number;
  /** The error that stopped the run. */
  readonly error?: string;
}

/** The result of one change. */
export interface ReportedResult extends Pick<Result, 'address' | 'action' | 'outcome'> {
  /** The id on the target. */
  readonly id: string | null;
  /** Why it was not applied. */
  readonly error: string | null;
  /** For a change that waits, or a creation whose outcome is unknown: when it is certain. */
  readonly until?: string;
  /** Values that the service did not store as they were sent. */
  readonly stored_differently?: readonly { readonly field: string; readonly sent: string; readonly stored: string }[];
}

/** The result of `sync`. */
export interface Synced extends Reported<SyncReport> {
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
export const sync = defineCall(syncOptions, async (outside, options: SyncOptions): Promise<Synced> => {
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
  const config = contentConfigOf(outside);
  let broadcast: Broadcast | undefined = await readSendable(config, outside.folder, options.target);
  const lost = new AbortController();
  const signal = outside.signal ? AbortSignal.any([outside.signal, lost.signal]) : lost.signal;
  const asked = { ...options, broadcastName: nameOf(broadcast), signal };
  return withTarget(config, outside, asked, (target) =>
    whileLocked(waitForLock(target.store, { ...options, config, command: 'sync', outside }), async (lock) => {
      // The run then stops, and its results are saved if that is still allowed.
      lock.lost.addEventListener('abort', () => lost.abort());
      if (lock.note !== undefined) outside.onEvent({ type: 'lock-taken-over', note: lock.note });
      const loaded = await resume(target.store, lock, target.clock.now);
      refuseUnknown([...(options.only ?? []), ...(options.create ?? [])], addressesIn(broadcast!, loaded));
      const prepared = await prepareRun(config, broadcast!, target, choicesOf(options));
      // The documents are freed before anything is sent.
      broadcast = undefined;
      return syncLocked({ config, target, lock, prepared, signal }, outside, options, approved);
    }),
  );
}

/** A target with its lock taken, and the plan for it. */
interface Ready {
  readonly config: Config;
  readonly target: OpenTarget;
  readonly lock: Lock;
  readonly prepared: Prepared;
  /** Aborted when the program stops the call, and when the lock is lost. */
  readonly signal: AbortSignal;
}

/** Without what was compared, which is as large as the content. */
async function prepareRun(
  config: Config,
  broadcast: Broadcast,
  target: OpenTarget,
  choices: Choices,
): Promise<Prepared> {
  const { input: _, ...prepared } = await preparePlan(config, broadcast, target, choices);
  return prepared;
}

async function syncLocked(
  ready: Ready,
  outside: Outside,
  options: SyncOptions,
  approved: Approved | undefined,
): Promise<Synced> {
  const { config, target, prepared } = ready;
  const now = approved && (await nowOn(config, target.store, prepared.state.base));
  const plan = planToRun(ready, outside, options, now && ((made) => approved.assertCovers(made, now)));
  if (plan.changes.length === 0 && plan.open.length === 0) {
    await saveSeen(ready);
    return synced(plan, 'nothing-to-do', target.client.counts());
  }
  const { published } = options;
  if (published !== undefined) await refuseUnpublished(plan, published, config, outside);
  if (plan.changes.length > 0 && !(await isApproved(plan, options)))
    return synced(plan, 'declined', { requests: 0, retries: 0 }, notMade(plan, 'the plan was not confirmed'));
  const applied = await run(plan, ready, outside, options, now && { approved, now });
  return synced(plan, 'applied', target.client.counts(), applied);
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
  const report = reportSync(plan, { ...notMade(plan, 'the plan is refused'), ...target.client.counts() });
  refusePlan({ ...plan, refusals }, prepared.snapshot, { force: options.force ?? false, report });
  return notes.length === 0 ? plan : { ...plan, notes: [...plan.notes, ...notes] };
}

async function saveSeen({ target, lock, prepared: { plan, state, snapshot } }: Ready): Promise<void> {
  const base = withSeen(state.base, snapshot, digest);
  if (!state.interrupted && !state.renamed && base === state.base) return;
  await target.store.save(remaining({ ...state, base }, plan), lock);
}

const isApproved = async (plan: Plan, { approve }: SyncOptions): Promise<boolean> =>
  approve === true || (await approve(withDigest(plan)));

async function run(
  plan: Plan,
  ready: Ready,
  { folder, onEvent }: Outside,
  options: SyncOptions,
  reviewing: { readonly approved: Approved; readonly now: Now } | undefined,
): Promise<Applied> {
  const { config, target } = ready;
  const settle = await reviewing?.approved.claim(plan, reviewing.now);
  const prepare: Again['prepare'] = async (addresses) => {
    const choices = choicesOf(options);
    const only: Choices['only'] = (address, kind) => addresses.has(address) && choices.only(address, kind);
    return prepareRun(config, await readBroadcast(config, folder, options.target), target, { ...choices, only });
  };
  const again: Again = { prepare, wait: options.wait ?? true, ...target.clock };
  return runPlan({ ...ready, plan, onEvent, allowReplace: options.allowReplace ?? false, again, settle });
}

function synced(
  plan: Plan,
  outcome: Synced['outcome'],
  counts: Pick<SyncReport, 'requests' | 'retries'>,
  { results, stopped }: Pick<Applied, 'results' | 'stopped'> = { results: [] },
): Synced {
  const left = results.some((each) => each.outcome !== 'applied');
  return {
    report: reportSync(plan, { results, ...counts, ...(stopped && { error: stopped.message }) }),
    ending:
      outcome === 'declined'
        ? { failed: true }
        : { failed: stopped !== undefined, left, incomplete: isIncomplete(plan) },
    outcome,
    plan,
    results,
    ...(stopped && { stopped }),
  };
}

const notMade = ({ changes }: Plan, error: string): Pick<Applied, 'results'> => ({
  results: changes.map(({ address, action }) => ({ address, action, outcome: 'skipped', error })),
});

export function reportSync(
  { target, summary, complete, unread }: Plan,
  { results, requests, retries, error }: Pick<SyncReport, 'requests' | 'retries' | 'error'> & Pick<Synced, 'results'>,
): SyncReport {
  return {
    target,
    complete,
    ...(unread && { unread }),
    summary: { ...summaryOfRun(results), unchanged: summary.unchanged },
    results: results.map(reportResult),
    requests,
    retries,
    ...(error !== undefined && { error }),
  };
}

const reportResult = ({ address, action, outcome, id, error, until, stored }: Result): ReportedResult => ({
  address,
  action,
  outcome,
  id: id ?? null,
  error: error ?? null,
  ...(until !== undefined && { until: new Date(until).toISOString() }),
  ...(stored && {
    stored_differently: stored.map(({ field, sent, stored: kept }) => ({ field, sent, stored: kept })),
  }),
});
