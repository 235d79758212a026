/**
 * One run for the latest saves. Changes made on the target since the last sync are shown and never overwritten. Before
 * anything is deleted on a target that others use, a person is asked.
 */
import { assertNever } from '../../diagnostics/errors.ts';
import type { Result } from '../../apply/run.ts';
import type { Config } from '../../config/config.ts';
import type { Broadcast } from '../../model/broadcast.ts';
import { NO_CHOICES } from '../../plan/context.ts';
import type { Change } from '../../plan/plan.ts';
import type { SyncNotice } from '../../preview/preview-site.ts';
import type { Lock } from '../../state/file/lock.ts';
import { preparePlan, remaining, type Prepared } from '../planning/planning.ts';
import { refusePlan } from '../planning/refuse-plan.ts';
import { runPlan } from '../sync/run-plan.ts';
import type { OpenTarget } from '../../target/open-target.ts';
import { resume } from '../../state/resume.ts';
import { thisRun } from '../../target/this-run.ts';
import { incompleteWords } from '../planning/plan-report.ts';

export interface SavePusherParts {
  /** The current one: its content folder can change. */
  readonly config: () => Config;
  readonly target: OpenTarget;
  /** Asks for permission to delete these on the target. */
  readonly mayDelete: (addresses: readonly string[]) => Promise<boolean>;
}

export interface Pushed {
  /** The changes made on the target; undefined if there was nothing to do. */
  readonly changes?: readonly Result[];
  /** Changes that are left to a person. */
  readonly notices: readonly SyncNotice[];
  /** Documents that could not be compared with the target. */
  readonly uncompared: readonly string[];
}

export class SavePusher {
  readonly #parts: SavePusherParts;
  /** Objects whose deletion was declined. They stay until the files have the document again. */
  #kept = new Set<string>();

  constructor(parts: SavePusherParts) {
    this.#parts = parts;
  }

  async push(broadcast: Broadcast): Promise<Pushed> {
    const { config, target } = this.#parts;
    const lock = await target.store.lock(thisRun(config(), 'dev'));
    try {
      await resume(target.store, lock, target.clock.now);
      const prepared = await this.#prepare(broadcast);
      const { plan, snapshot, state } = prepared;
      refusePlan(plan, snapshot, { force: false, elsewhere: 'sync' });
      const open = plan.changes.flatMap(noticeOf);
      const incomplete = incompleteWords(plan);
      const notices: readonly SyncNotice[] =
        incomplete === undefined ? open : [...open, { address: '', kind: 'incomplete', message: incomplete }];
      if (plan.changes.length > open.length) return await this.#run(prepared, notices, lock);
      if (state.interrupted) await target.store.save(remaining(state, plan), lock);
      return { notices, uncompared: plan.uncompared ?? [] };
    } finally {
      await lock.release();
    }
  }

  async #prepare(broadcast: Broadcast): Promise<Prepared> {
    const { config, target, mayDelete } = this.#parts;
    const only = (address: string): boolean => !this.#kept.has(address);
    this.#kept = new Set([...this.#kept].filter((address) => !broadcast.entities.has(address)));
    const prepared = await preparePlan(config(), broadcast, target, { ...NO_CHOICES, only });
    const deleted = prepared.plan.changes.flatMap(({ action, address }) => (action === 'delete' ? [address] : []));
    if (deleted.length === 0 || (await mayDelete(deleted))) return prepared;
    for (const address of deleted) this.#kept.add(address);
    return preparePlan(config(), broadcast, target, { ...NO_CHOICES, only });
  }

  async #run(prepared: Prepared, notices: readonly SyncNotice[], lock: Lock): Promise<Pushed> {
    const { config, target } = this.#parts;
    const { results, stopped } = await runPlan({
      config: config(),
      target,
      lock,
      plan: prepared.plan,
      prepared,
      signal: new AbortController().signal,
      onEvent: () => {},
      allowReplace: false,
    });
    if (stopped) throw stopped;
    const failed = results.filter(({ outcome }) => outcome === 'failed' || outcome === 'skipped');
    return {
      changes: results.filter(({ outcome }) => outcome === 'applied'),
      notices: [...notices, ...failed.map(failureOf)],
      uncompared: prepared.plan.uncompared ?? [],
    };
  }
}

/** The notice of a change that a run leaves to a person. */
function noticeOf({ address, action, reason }: Change): readonly SyncNotice[] {
  switch (action) {
    case 'drift':
    case 'conflict':
    case 'manual':
      return [{ address, kind: action, message: reason }];
    case 'create':
    case 'update':
    case 'replace':
    case 'delete':
    case 'adopt':
    case 'move':
    case 'forget':
      return [];
    default:
      return assertNever(action);
  }
}

const failureOf = ({ address, error = 'skipped' }: Result): SyncNotice => ({
  address,
  kind: 'failed',
  message: error,
});
