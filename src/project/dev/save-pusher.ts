/**
 * One run for what was saved. What changed on the target meanwhile is shown and never overwritten; what would be deleted
 * on a target that others use is asked for first.
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
import type { OpenTarget } from '../target/open-target.ts';
import { resume } from '../../state/resume.ts';
import { thisRun } from '../target/this-run.ts';
import { incompleteWords } from '../planning/incomplete.ts';

export interface SavePusherParts {
  readonly config: Config;
  readonly target: OpenTarget;
  /** Whether these may be deleted on the target. */
  readonly mayDelete: (addresses: readonly string[]) => Promise<boolean>;
}

export interface Pushed {
  /** What was made on the target; undefined where there was nothing to make. */
  readonly changes?: readonly Result[];
  /** What is left to a person. */
  readonly notices: readonly SyncNotice[];
  /** Documents of which nobody knows whether they are on the target as they were saved. */
  readonly uncompared: readonly string[];
}

export class SavePusher {
  readonly #parts: SavePusherParts;
  /** What somebody did not want to be deleted stays until the files say something else. */
  #kept = new Set<string>();

  constructor(parts: SavePusherParts) {
    this.#parts = parts;
  }

  async push(broadcast: Broadcast): Promise<Pushed> {
    const { config, target } = this.#parts;
    const lock = await target.store.lock(thisRun(config, 'dev'));
    try {
      await resume(target.store, lock, Date.now);
      const prepared = await this.#prepare(broadcast);
      const { plan, snapshot, state } = prepared;
      refusePlan(plan, snapshot, { force: false, command: `gitcast sync --target ${target.name}` });
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
    const prepared = await preparePlan(config, broadcast, target, { ...NO_CHOICES, only });
    const doomed = prepared.plan.changes.flatMap(({ action, address }) => (action === 'delete' ? [address] : []));
    if (doomed.length === 0 || (await mayDelete(doomed))) return prepared;
    for (const address of doomed) this.#kept.add(address);
    return preparePlan(config, broadcast, target, { ...NO_CHOICES, only });
  }

  async #run(prepared: Prepared, notices: readonly SyncNotice[], lock: Lock): Promise<Pushed> {
    const { config, target } = this.#parts;
    const { results, stopped } = await runPlan({
      config,
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

/** What a run leaves to a person. */
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

const failureOf = ({ address, error = 'it was left out' }: Result): SyncNotice => ({
  address,
  kind: 'failed',
  message: error,
});
