/**
 * A plan without any request: it assumes that the target is still as the last sync left it. The base contains digests
 * and no values, so objects cannot be reconstructed from it. Instead every kind counts as unreadable, and the differ
 * compares it with the base only. Such a plan cannot show drift, conflicts or twins, and it cannot be applied.
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
      ? `there is no record of a sync to ${plan.target}, so everything counts as new`
      : `compared with what the last sync left on ${plan.target}: changes made there since are not in this plan`;
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
    // The embedded service creates the id of its broadcast on the first request.
    ...(id !== undefined && id !== '' && { id }),
    certainty: certainty === 'verified' || certainty === 'blind' ? 'offline' : certainty,
    reason: REASONS[action] ?? reason,
  };
}

const REASONS: Partial<Record<Change['action'], string>> = {
  create: 'no object on the target is known for it',
  adopt: 'its id comes from the file or the configuration',
  update: 'changed here since the last sync',
};
