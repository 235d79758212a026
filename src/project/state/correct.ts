/** Corrections of a state that need the target. */
import { UserError } from '../../diagnostics/errors.ts';
import type { Config } from '../../config/config.ts';
import { EMPTY_BASE } from '../../model/base.ts';
import type { Broadcast } from '../../model/broadcast.ts';
import { NO_CHOICES } from '../../plan/context.ts';
import type { Change, Plan } from '../../plan/plan.ts';
import { seenBase, unmanagedFields, type UnmanagedFields } from '../../plan/fields/unmanaged.ts';
import type { Intent } from '../../state/journal-line.ts';
import type { Lock } from '../../state/file/lock.ts';
import { resume } from '../../state/resume.ts';
import { isAddressMatch } from '../files/address-pattern.ts';
import type { Outside } from '../outside.ts';
import { defineCall, type Ending } from '../calls/call.ts';
import { unwritten } from '../calls/option.ts';
import { TARGET, type TargetOptions } from '../calls/shared-options.ts';
import * as is from '../../values/shape.ts';
import { preparePlan, readBroadcast } from '../planning/planning.ts';
import { runPlan } from '../sync/run-plan.ts';
import { configOf } from '../../repository/load-config.ts';
import { nameOf } from '../../repository/repository.ts';
import { withTarget, type OpenTarget } from '../../target/open-target.ts';
import { waitForLock } from '../../target/wait-for-lock.ts';

/** The result of `state.seen`. */
export interface SeenState {
  /** What `gitcast state seen --json` prints. */
  readonly report: { readonly seen: readonly UnmanagedFields[] };
  /** How the call ended. */
  readonly ending: Ending;
  /** The plan that was made for it. */
  readonly plan: Plan;
}

/** Accepts changes to fields that no file has: they stay on the target, and out of the files. */
export const markSeen = defineCall(
  { ...TARGET, only: unwritten(is.text, 'Only the documents whose address matches this pattern') },
  (outside, options): Promise<SeenState> =>
    locked(outside, options, 'state seen', async ({ config, broadcast, target, lock }) => {
      const only = (address: string): boolean => isAddressMatch(options.only ?? '**', address);
      const { input, plan, state } = await preparePlan(config, broadcast, target, { ...NO_CHOICES, only });
      const seen = unmanagedFields(input);
      if (seen.length > 0) {
        await target.store.save({ base: seenBase(seen, input), unfinished: state.unfinished }, lock);
      }
      return { report: { seen }, ending: { incomplete: !plan.complete }, plan };
    }),
);

/** The result of `state.move`. */
export interface MovedState {
  /** The target's name. */
  readonly target: string;
  /** The number of documents in the state. */
  readonly moved: number;
}

/** Keeps the state of a broadcast that now has another address, or is managed from another folder. */
export const moveState = defineCall(TARGET, (outside, options: TargetOptions): Promise<MovedState> =>
  locked(outside, options, 'state move', async ({ target, lock }) => {
    await target.store.move(lock);
    const { base } = await target.store.load();
    return { target: target.name, moved: base.entries.size };
  }),
);

/** The result of `state.rebuild`. */
export interface RebuiltState {
  /** What `gitcast state rebuild --json` prints. */
  readonly report: {
    readonly adopted: number;
    readonly left: number;
    /** The number of changes of each action in the next plan. */
    readonly next: Readonly<Record<string, number>>;
    readonly complete: boolean;
  };
  /** How the call ended. */
  readonly ending: Ending;
  /** The adoptions that were recorded. */
  readonly plan: Plan;
}

/** Discards the state and adopts every document again by its natural key. Nothing is sent; the next plan shows differences. */
export const rebuildState = defineCall(TARGET, (outside, options: TargetOptions): Promise<RebuiltState> =>
  locked(outside, options, 'state rebuild', async ({ config, broadcast, target, lock }) => {
    const unfinished = await openIntents(target, lock);
    await target.store.reset(lock);
    if (unfinished.length > 0) await target.store.save({ base: EMPTY_BASE, unfinished }, lock);
    const prepared = await preparePlan(config, broadcast, target, NO_CHOICES);
    const changes = prepared.plan.changes.filter(({ action }) => action === 'adopt');
    const plan = { ...prepared.plan, changes };
    const signal = outside.signal ?? new AbortController().signal;
    const { onEvent } = outside;
    await runPlan({ config, target, lock, plan, prepared, signal, onEvent, allowReplace: false });
    const left = prepared.plan.changes.filter(({ action }) => action !== 'adopt');
    const { complete } = plan;
    return {
      report: { adopted: changes.length, left: left.length, next: countsByAction(left), complete },
      ending: { incomplete: !complete },
      plan,
    };
  }),
);

/** Keeps creations that may still arrive, unless the old state is unreadable or belongs to another target. */
async function openIntents({ store, clock }: OpenTarget, lock: Lock): Promise<readonly Intent[]> {
  try {
    return (await resume(store, lock, clock.now)).unfinished;
  } catch (error) {
    if (error instanceof UserError) return [];
    throw error;
  }
}

const countsByAction = (changes: readonly Change[]): Readonly<Record<string, number>> =>
  Object.fromEntries([...Map.groupBy(changes, ({ action }) => action)].map(([action, some]) => [action, some.length]));

/** Opens the target and holds its lock during the call. */
async function locked<T>(
  outside: Outside,
  options: TargetOptions,
  command: string,
  act: (opened: { config: Config; broadcast: Broadcast; target: OpenTarget; lock: Lock }) => Promise<T>,
): Promise<T> {
  const config = configOf(outside);
  const broadcast = await readBroadcast(config, outside.folder, options.target);
  return withTarget(config, outside, { ...options, broadcastName: nameOf(broadcast) }, async (target) => {
    const lock = await waitForLock(target.store, { ...options, config, command, outside });
    try {
      return await act({ config, broadcast, target, lock });
    } finally {
      await lock.release();
    }
  });
}
