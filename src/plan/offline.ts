/**
 * A plan without a single request: the target is taken to be what the last sync left there. The base holds digests and no
 * values, so no object is made up from it: every kind counts as one that cannot be read, which the differ compares with
 * the base only. What such a plan cannot know (drift, conflicts, twins) it does not say, and nobody may apply it.
 */
import { kinds } from '../kinds/registry.ts';
import type { Snapshot } from '../model/snapshot.ts';
import type { PlanInput } from './context.ts';
import { makePlan } from './make-plan.ts';
import type { Change, Plan } from './plan.ts';

export function makeOfflinePlan(input: Omit<PlanInput, 'snapshot'>): Plan {
  const plan = makePlan({ ...input, snapshot: nothingRead(input.target.name) });
  const { size } = input.base.entries;
  const note =
    size === 0
      ? `nothing is known of a sync to ${plan.target}, so everything counts as new`
      : `compared with what the last sync left on ${plan.target}: what was changed there since is not in this plan`;
  return { ...plan, offline: true, complete: false, changes: plan.changes.map(unsure), notes: [note, ...plan.notes] };
}

const nothingRead = (target: string): Snapshot => ({
  target,
  kinds: new Map(kinds.map(({ name }) => [name, { type: 'unreadable' }])),
  startedAt: 0,
  requests: 0,
});

function unsure({ id, ...change }: Change): Change {
  const { action, certainty, reason } = change;
  return {
    ...change,
    // The embedded service makes the id of its broadcast when it is first asked.
    ...(id !== undefined && id !== '' && { id }),
    certainty: certainty === 'verified' || certainty === 'blind' ? 'offline' : certainty,
    reason: REASONS[action] ?? reason,
  };
}

const REASONS: Partial<Record<Change['action'], string>> = {
  create: 'no object of the target is known for it',
  adopt: 'the file or the configuration names its id',
  update: 'changed here since the last sync',
};
