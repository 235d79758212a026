import type { Config, Target } from '../../config/config.ts';
import { readKey } from '../../config/credentials.ts';
import { UserError } from '../../diagnostics/errors.ts';
import type { Broadcast } from '../../model/broadcast.ts';
import type { Choices } from '../../plan/context.ts';
import { makeOfflinePlan } from '../../plan/offline.ts';
import { isIncomplete, type Plan } from '../../plan/plan.ts';
import type { RateSeen } from '../../remote/http/budget.ts';
import type { Outside } from '../outside.ts';
import { defineCall, type Reported } from '../calls/call.ts';
import { flag, type OptionsOf } from '../calls/option.ts';
import { TARGET, CHOICES } from '../calls/shared-options.ts';
import { contentConfigOf, targetNamed } from '../../repository/load-config.ts';
import { withTarget } from '../../target/open-target.ts';
import {
  choicesOf,
  addressesIn,
  comparePlan,
  planInput,
  readSendable,
  readTarget,
  withDigest,
  renamedDocuments,
} from './planning.ts';
import { goesForward } from '../going-back.ts';
import { reportPlan, type PlanReport } from './plan-report.ts';
import { nameOf } from '../../repository/repository.ts';
import { openStore } from '../../target/stores.ts';
import { refuseUnknown } from '../files/address-pattern.ts';

// Planned as if replacing was allowed: what it changes elsewhere is part of what a person approves.
const { allowReplace: _, ...SHOWN } = CHOICES;

const planOptions = {
  ...TARGET,
  ...SHOWN,
  offline: flag('Compare with the last sync instead of the target; needs no key'),
};

/** The options of `plan`. */
export interface PlanOptions extends OptionsOf<typeof planOptions> {}

/** The result of `plan`. */
export interface Planned extends Reported<PlanReport> {
  /** The whole plan. */
  readonly plan: Plan;
  /** The rate limit that the service last reported. */
  readonly rate: RateSeen | undefined;
}

/** Plans a sync. Changes nothing. */
export const plan = defineCall(planOptions, async (outside, options: PlanOptions): Promise<Planned> => {
  const config = contentConfigOf(outside);
  const choices = choicesOf({ ...options, allowReplace: true });
  const reading = readSendable(config, outside.folder, options.target);
  const { plan: made, rate } = options.offline
    ? { plan: await planOffline(config, await reading, outside, options, choices), rate: undefined }
    : await planOnline(config, reading, outside, options, choices);
  return planned(made, rate);
});

function planned(made: Plan, rate: RateSeen | undefined): Planned {
  const ending = {
    failed: made.refusals.length > 0,
    incomplete: isIncomplete(made),
    changes: made.changes.length > 0 || made.open.length > 0,
  };
  return { report: reportPlan(made), ending, plan: made, rate };
}

/** Reads the target while the files are read. */
async function planOnline(
  config: Config,
  reading: Promise<Broadcast>,
  outside: Outside,
  options: PlanOptions,
  choices: Choices,
): Promise<Pick<Planned, 'plan' | 'rate'>> {
  const faulty = new AbortController();
  reading.catch(() => faulty.abort());
  const signal = outside.signal ? AbortSignal.any([outside.signal, faulty.signal]) : faulty.signal;
  const broadcastName = reading.then(nameOf);
  broadcastName.catch(() => undefined);
  try {
    return await withTarget(config, outside, { ...options, broadcastName, signal }, async (target) => {
      const [broadcast, remote] = await Promise.all([reading, readTarget(target)]);
      const { plan: made, state } = await comparePlan(config, { broadcast, ...remote }, target, choices);
      refuseUnknown(options.only ?? [], addressesIn(broadcast, state));
      return { plan: withDigest(made), rate: target.rate() };
    });
  } catch (error) {
    // Errors in the files are reported first.
    await reading;
    throw error;
  }
}

/** Plans from the files and the state of the last sync, without a request and without a key. */
async function planOffline(
  config: Config,
  broadcast: Broadcast,
  { clock }: Outside,
  options: PlanOptions,
  choices: Choices,
): Promise<Plan> {
  refuseMeaningless(options);
  const target = targetNamed(config, options.target);
  const store = openStore(config, target);
  const state = await store.load();
  refuseUnknown(options.only ?? [], addressesIn(broadcast, state));
  const renames = await renamedDocuments(config, { broadcast, base: state.base, since: store.lastContent?.() });
  const key = keyOf(config, target);
  const { name, profile, articles } = target;
  const offline = {
    name,
    profile,
    sharedArticleIds: articles.sharedIds,
    key,
    settle: target.settle,
    clock,
    client: { broadcastId: target.type === 'remote' ? target.broadcastId : '' },
  };
  const snapshot = { target: name, kinds: new Map(), startedAt: 0, requests: 0 };
  const input = planInput(config, broadcast, offline, { state, snapshot, choices, renames });
  // The digests of secrets depend on the key. Without it, secrets count as unchanged.
  const plan = makeOfflinePlan(key === '' ? { ...input, secretDigest: () => undefined } : input);
  return goesForward(plan, config, { name, store }, choices);
}

function keyOf({ variable }: Config, target: Target): string {
  return target.type === 'remote' ? readKey(variable(target.key.$env) ?? '').key : '';
}

/** Refuses options that only make sense when the target is read. */
function refuseMeaningless({ concurrency, trace, ours, overwriteDrift }: PlanOptions): void {
  const given = { concurrency, trace, ours, 'overwrite-drift': overwriteDrift };
  const [flag] = Object.entries(given).find(([, value]) => Boolean(value)) ?? [];
  if (flag === undefined) return;
  throw new UserError(`--offline does not read the target, so --${flag} has no effect`, {
    suggestion: 'remove one of the two',
  });
}
