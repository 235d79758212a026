/** Applies a plan under the lock, with everything that a run needs from this machine, and saves what it learnt. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyPlan, type Applied } from '../apply/apply-plan.ts';
import { plannedIntents } from '../apply/planned.ts';
import type { Doomed, Result } from '../apply/run.ts';
import type { Config } from '../config/config.ts';
import type { KindName } from '../kinds/registry.ts';
import type { KindReading, RemoteRecord } from '../model/snapshot.ts';
import type { Change, Plan } from '../plan/plan.ts';
import { withSeen } from '../plan/seen.ts';
import { digest } from '../state/digest.ts';
import type { Lock } from '../state/lock.ts';
import { remaining, secretDigest, type Prepared } from './planning.ts';
import type { Reporter } from './progress.ts';
import type { OpenTarget } from './target.ts';

export type RunSummary = Applied;

interface Wanted {
  readonly config: Config;
  readonly target: OpenTarget;
  readonly lock: Lock;
  readonly plan: Plan;
  readonly prepared: Prepared;
  readonly signal: AbortSignal;
  readonly reporter: Reporter;
  readonly options: { readonly 'allow-replace': boolean };
}

export async function runPlan({
  config,
  target,
  lock,
  plan,
  prepared,
  signal,
  reporter,
  options,
}: Wanted): Promise<RunSummary> {
  const { snapshot, state } = prepared;
  const { client, store } = target;
  const digests = { digest, secretDigest: secretDigest(config, target.key) };
  const allowReplace = options['allow-replace'];
  const journal = store.journal(lock, plannedIntents(plan, { ...digests, allowReplace }));
  reporter.begin(plan.changes.length);
  try {
    return await applyPlan(
      plan,
      { base: state.base, snapshot },
      {
        client,
        journal,
        keepBody: store.keepBody,
        keepInTrash: (doomed) => keepInTrash(config, target, doomed),
        ...digests,
        variable: config.variable,
        newIdempotencyKey: randomUUID,
        freshRecord: (kind, id) => recordIn(snapshot.kinds.get(kind), id),
        now: () => Date.now(),
        sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
        // Far more than the budget allows, so that writing the journal never leaves a connection idle.
        concurrency: target.concurrency * 16,
        allowReplace,
        isOutdated: outdated(plan, prepared.plan),
        signal,
        onResult: (result: Result) => reporter.done(result),
      },
    );
  } finally {
    reporter.end();
    await journal.close();
    const known = await store.load();
    await store.save(remaining({ ...known, base: withSeen(known.base, snapshot, digest) }, prepared), lock);
  }
}

/** What a saved plan creates may be there by now: because it was applied already, or because somebody else made it. */
function outdated(plan: Plan, current: Plan): (change: Change) => boolean {
  if (plan === current) return () => false;
  const created = new Set(current.changes.filter(({ action }) => action === 'create').map(({ address }) => address));
  return ({ action, address }) => action === 'create' && !created.has(address);
}

const recordIn = (reading: KindReading | undefined, id: string): RemoteRecord | undefined =>
  reading && 'records' in reading ? reading.records.get(id) : undefined;

/** What is deleted is first written down here, so that a mistake can be undone by hand. */
async function keepInTrash({ root }: Config, target: OpenTarget, { address, kind, id, fields }: Doomed): Promise<void> {
  const folder = join(root, '.gitcast/trash', target.name);
  mkdirSync(folder, { recursive: true });
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const copy = { address, kind: kind satisfies KindName, id, deletedAt: new Date().toISOString(), fields };
  writeFileSync(join(folder, `${stamp}-${address.replaceAll('/', '_')}.json`), `${JSON.stringify(copy, null, 2)}\n`, {
    mode: 0o600,
  });
}
