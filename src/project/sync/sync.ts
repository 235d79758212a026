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
import { isIncomplete, isOpen, type Plan } from '../../plan/plan.ts';
import { withSeen } from '../../plan/fields/unmanaged.ts';
import { digest } from '../../values/digest.ts';
import { fileKinds } from '../../kinds/registry.ts';
import type { Outside } from '../outside.ts';
import { defineCall, type Reported } from '../calls/call.ts';
import { flag, turnedOff, type OptionsOf } from '../calls/option.ts';
import { addresses, approve, reviewed, TARGET, CHOICES } from '../calls/shared-options.ts';
import { refusePlan } from '../planning/refuse-plan.ts';
import type { Again } from './rounds.ts';
import { runPlan } from './run-plan.ts';
import { summaryOfRun, type RunSummary } from './run-summary.ts';
import type { Broadcast } from '../../model/broadcast.ts';

const syncOptions = {
  ...TARGET,
  ...CHOICES,
  approve: approve(),
  create: addresses('Create these even if the target may already have them'),
  wait: turnedOff('Do not wait for objects that the target may show later; leave their changes open'),
  reviewed,
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
  /** `declined`: the plan was not confirmed. `not-reviewed`: it is none of those that were reviewed. Nothing was sent. */
  readonly outcome: 'nothing-to-do' | 'declined' | 'not-reviewed' | 'applied';
  /** The plan that was made, with its digest if it was not reviewed. */
  readonly plan: Plan;
  /** The results, in order. */
  readonly results: readonly Result[];
  /** The error that stopped the run before its end. */
  readonly stopped?: Error;
}

/** A person who approves a plan by its digest has seen what it deletes and replaces. */
const BY_DIGEST = {
  allowReplace: true,
  allowDeletes: Number.MAX_SAFE_INTEGER,
  allowEmpty: fileKinds.map(({ name }) => name),
};

/** Applies the files to the target. */
export const sync = defineCall(syncOptions, (outside, options: SyncOptions): Promise<Synced> =>
  syncWith(outside, options.reviewed ? { ...options, ...BY_DIGEST } : options),
);

async function syncWith(outside: Outside, options: SyncOptions): Promise<Synced> {
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
      return syncLocked({ config, target, lock, prepared, signal }, outside, options);
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

async function syncLocked(ready: Ready, outside: Outside, options: SyncOptions): Promise<Synced> {
  const { target, prepared } = ready;
  const { plan, snapshot } = prepared;
  const report = reportSync(plan, { ...notMade(plan, 'the plan is refused'), ...target.client.counts() });
  refusePlan(plan, snapshot, { force: options.force ?? false, report });
  if (plan.changes.length === 0 && plan.open.length === 0) {
    await saveSeen(ready);
    return synced(plan, 'nothing-to-do', target.client.counts());
  }
  const ended = await refusedBy(plan, options);
  if (ended) return synced(...ended, target.client.counts(), notMade(plan, 'the plan was not confirmed'));
  const applied = await run(ready, outside, options);
  return synced(plan, 'applied', target.client.counts(), applied);
}

/** A plan that sends nothing needs no digest: that of a job that is run again, for example, or one with drift alone. */
async function refusedBy(
  plan: Plan,
  { approve, reviewed }: SyncOptions,
): Promise<readonly [Plan, Synced['outcome']] | undefined> {
  if (reviewed ? plan.changes.every(isOpen) : plan.changes.length === 0) return undefined;
  if (reviewed) {
    const made = withDigest(plan);
    return reviewed.includes(made.digest ?? '') ? undefined : [made, 'not-reviewed'];
  }
  return approve === true || (await approve(withDigest(plan))) ? undefined : [plan, 'declined'];
}

async function saveSeen({ target, lock, prepared: { plan, state, snapshot } }: Ready): Promise<void> {
  const base = withSeen(state.base, snapshot, digest);
  if (!state.interrupted && !state.renamed && base === state.base) return;
  await target.store.save(remaining({ ...state, base }, plan), lock);
}

async function run(ready: Ready, { folder, onEvent }: Outside, options: SyncOptions): Promise<Applied> {
  const { config, target, prepared } = ready;
  const prepare: Again['prepare'] = async (addresses) => {
    const choices = choicesOf(options);
    const only: Choices['only'] = (address) => addresses.has(address) && choices.only(address);
    return prepareRun(config, await readBroadcast(config, folder, options.target), target, { ...choices, only });
  };
  const again: Again = { prepare, wait: options.wait ?? true, ...target.clock };
  return runPlan({ ...ready, plan: prepared.plan, onEvent, allowReplace: options.allowReplace ?? false, again });
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
      outcome === 'declined' || outcome === 'not-reviewed'
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
