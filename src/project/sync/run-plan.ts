/** Applies a plan under the lock, with everything that a run needs from this machine, and saves the result. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { applyPlan, type Applied } from '../../apply/apply-plan.ts';
import { plannedIntents } from '../../apply/intent.ts';
import { withoutSecrets } from '../../apply/perform.ts';
import type { Result, Run } from '../../apply/run.ts';
import type { Config } from '../../config/config.ts';
import { recordsOf } from '../../model/snapshot.ts';
import type { Plan } from '../../plan/plan.ts';
import { withSeen } from '../../plan/fields/unmanaged.ts';
import { digest } from '../../values/digest.ts';
import { onceEach } from '../../values/once-each.ts';
import type { Intent } from '../../state/journal-line.ts';
import type { Lock } from '../../state/file/lock.ts';
import type { Journal } from '../../state/store.ts';
import { secretDigest, type Prepared } from '../planning/planning.ts';
import type { RunEvent } from '../events.ts';
import { applyInRounds, type Again } from './rounds.ts';
import type { OpenTarget } from '../../target/open-target.ts';

interface PlannedRun {
  readonly config: Config;
  readonly target: OpenTarget;
  readonly lock: Lock;
  readonly plan: Plan;
  readonly prepared: Prepared;
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
  readonly allowReplace: boolean;
  /** Continues with open creations after the first round; without it they stay open. */
  readonly again?: Again;
}

export async function runPlan(planned: PlannedRun): Promise<Applied> {
  const { target, lock, plan, prepared, onEvent, again } = planned;
  const { store } = target;
  const journal = store.journal(lock);
  const deletedAt = new Date(target.clock.now()).toISOString();
  onEvent({ type: 'run-started', changes: plan.changes.length });
  try {
    const apply = (each: Plan, made: Prepared): Promise<Applied> =>
      applyRound({ plan: each, prepared: made, journal, deletedAt }, planned);
    return await applyInRounds(plan, prepared, { ...planned, apply, again });
  } finally {
    onEvent({ type: 'run-ended' });
    await journal.close();
    const state = await journal.stateAfter(prepared.state);
    await store.save({ ...state, base: withSeen(state.base, prepared.snapshot, digest) }, lock);
  }
}

interface Round {
  readonly plan: Plan;
  readonly prepared: Prepared;
  readonly journal: Journal;
  readonly deletedAt: string;
}

async function applyRound({ plan, prepared, journal, deletedAt }: Round, planned: PlannedRun): Promise<Applied> {
  const { config, target, signal, onEvent, allowReplace } = planned;
  const { snapshot, state } = prepared;
  const run: Run = {
    client: target.client,
    journal,
    keepBody: target.store.keepBody,
    keepInTrash: (deleted) => target.store.keepDeleted({ ...deleted, deletedAt }),
    digest,
    secretDigest: secretDigest(config, target.key),
    secret: target.secrets.valuesFor(plan),
    keyFor: onceEach(() => randomUUID()),
    sentBefore: sentBefore(state.unfinished, prepared.plan),
    settle: target.settle,
    ...target.clock,
    // Far more than the budget allows, so that no connection is idle while the journal is written.
    concurrency: target.concurrency * 16,
    allowReplace,
    signal,
    onResult: (result: Result) => onEvent({ type: 'change-done', result }),
  };
  await journal.append(...droppedLines(state.unfinished, prepared.plan));
  await keepDoomed(plan, { deletedAt, ...prepared }, planned);
  journal.announce(() => plannedIntents(plan, run, state.base.entries));
  return applyPlan(plan, { base: state.base, snapshot }, run);
}

const absentIn = (unfinished: readonly Intent[], { absent }: Plan): readonly Intent[] => {
  const gone = new Set(absent);
  return gone.size === 0 ? [] : unfinished.filter((intent) => gone.has(intent.idempotencyKey));
};

const droppedLines = (unfinished: readonly Intent[], plan: Plan) =>
  absentIn(unfinished, plan).map(
    (intent) => ({ type: 'dropped', address: intent.address, settles: [intent.idempotencyKey] }) as const,
  );

/** With the same `Idempotency-Key`, a service that honours it returns the object of the first request if that arrived after all. */
function sentBefore(unfinished: readonly Intent[], plan: Plan): Run['sentBefore'] {
  const byAddress = Map.groupBy(absentIn(unfinished, plan), ({ address }) => address);
  return ({ address, leaves }) =>
    byAddress
      .get(address)
      ?.find((earlier) => earlier.idempotencyKey !== '' && isDeepStrictEqual(earlier.leaves, leaves));
}

/** Everything that the plan deletes is kept with the state before the first of it is gone, so that no runner has the only copy. */
async function keepDoomed(
  { changes }: Plan,
  { snapshot, state, deletedAt }: Pick<Prepared, 'snapshot' | 'state'> & Pick<Round, 'deletedAt'>,
  { target: { store }, lock }: PlannedRun,
): Promise<void> {
  const doomed = changes.filter(({ action }) => action === 'delete' || action === 'replace');
  for (const { address, kind, id } of doomed) {
    const record = id === undefined ? undefined : recordsOf(snapshot, kind).get(id);
    if (!record) continue;
    const fields = withoutSecrets(record.fields, state.base.entries.get(address));
    await store.keepDeleted({ address, kind, id: record.id, deletedAt, fields });
  }
  if (doomed.length > 0) await store.shareDeleted?.(lock);
}
