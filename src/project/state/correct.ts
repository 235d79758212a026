/** Corrections of a state that need the target. */
import { UserError, expecting } from '../../diagnostics/errors.ts';
import { EMPTY_BASE, shownBy, type Base } from '../../model/base.ts';
import { NO_CHOICES } from '../../plan/context.ts';
import type { Change, Plan } from '../../plan/plan.ts';
import { seenBase, unmanagedFields, type UnmanagedFields } from '../../plan/fields/unmanaged.ts';
import type { Lock } from '../../state/file/lock.ts';
import { resume } from '../../state/resume.ts';
import { isAddressMatch } from '../files/address-pattern.ts';
import type { Outside } from '../outside.ts';
import { defineCall, type Reported } from '../calls/call.ts';
import type { OpenTarget } from '../../target/open-target.ts';
import { largest } from '../../values/long-lists.ts';
import { unwritten } from '../calls/option.ts';
import { TARGET, type TargetOptions } from '../calls/shared-options.ts';
import * as is from '../../values/shape.ts';
import { preparePlan, type Opened, withContent } from '../planning/planning.ts';
import { runPlan } from '../sync/run-plan.ts';
import { configOf } from '../../repository/load-config.ts';
import { waitForLock, whileLocked } from '../../target/this-run.ts';

/** The result of `state.seen`. */
export interface SeenState extends Reported<{
  /** The fields that no file has, and that changed on the target. */
  readonly seen: readonly UnmanagedFields[];
}> {
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
export interface RebuiltState extends Reported<{
  /** The number of documents that have their object again. */
  readonly adopted: number;
  /** The number of changes in the next plan. */
  readonly left: number;
  /** The number of changes of each action in the next plan. */
  readonly next: Readonly<Record<string, number>>;
  /** True if the target could be read completely. */
  readonly complete: boolean;
}> {
  /** The adoptions that were recorded. */
  readonly plan: Plan;
}

/** Discards the state and adopts every document again by its natural key. Nothing is sent; the next plan shows differences. */
export const rebuildState = defineCall(TARGET, (outside, options: TargetOptions): Promise<RebuiltState> =>
  locked(outside, options, 'state rebuild', async ({ config, broadcast, target, lock }) => {
    // Creations that may still arrive are kept, unless the old state is unreadable or belongs to another target.
    const { unfinished, base } = await resume(target.store, lock, target.clock.now).catch(
      expecting(UserError, () => ({ unfinished: [], base: EMPTY_BASE })),
    );
    refuseTooEarly(base, target);
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

/** Without its record, an object that is not visible yet would be created again. */
function refuseTooEarly({ entries }: Base, { clock, settle }: OpenTarget): void {
  const now = clock.now();
  const until = largest([...entries.values()].flatMap(({ writtenAt }) => shownBy(writtenAt, now, settle) ?? []));
  if (until > now)
    throw new UserError('the target may not show yet everything that was last synced to it', {
      suggestion: `rebuild the state after ${new Date(until).toISOString().replace(/\.\d+Z$/, 'Z')}`,
    });
}

const countsByAction = (changes: readonly Change[]): Readonly<Record<string, number>> =>
  Object.fromEntries([...Map.groupBy(changes, ({ action }) => action)].map(([action, some]) => [action, some.length]));

/** Opens the target and holds its lock during the call. */
const locked = <T>(
  outside: Outside,
  options: TargetOptions,
  command: string,
  act: (opened: Opened & { readonly lock: Lock }) => Promise<T>,
): Promise<T> =>
  withContent(configOf(outside), outside, options, (opened) =>
    whileLocked(waitForLock(opened.target.store, { ...options, config: opened.config, command, outside }), (lock) =>
      act({ ...opened, lock }),
    ),
  );
