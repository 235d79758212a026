import { UserError, expecting } from '../../diagnostics/errors.ts';
import { EMPTY_BASE, shownBy, type Base } from '../../model/base.ts';
import { NO_CHOICES } from '../../plan/context.ts';
import type { Change, Plan } from '../../plan/plan.ts';
import { resume } from '../../state/resume.ts';
import { defineCall, type Reported } from '../calls/call.ts';
import type { OpenTarget } from '../../target/open-target.ts';
import { largest } from '../../values/long-lists.ts';
import { TARGET, type TargetOptions } from '../calls/shared-options.ts';
import { preparePlan, withContent } from '../planning/planning.ts';
import { runPlan } from '../sync/run-plan.ts';
import { configOf } from '../../repository/load-config.ts';
import { waitForLock, whileLocked } from '../../target/this-run.ts';

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
  withContent(configOf(outside), outside, options, ({ config, broadcast, target }) =>
    whileLocked(waitForLock(target.store, { config, command: 'state rebuild', outside }), async (lock) => {
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
  ),
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
