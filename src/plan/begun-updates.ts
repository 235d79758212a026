/**
 * Updates of interrupted runs, by object. A run that was killed could not record what it sent, and its values must not
 * count as somebody else's change.
 */
import type { OpenIntent, PlanInput } from './context.ts';

type Intents = PlanInput['intents'];

const indexes = new WeakMap<Intents, ReadonlyMap<string | undefined, Intents>>();

/** Sorted by object once, because every document asks. */
export function begunUpdates(id: string | undefined, { intents }: Pick<PlanInput, 'intents'>): Intents {
  const index =
    indexes.get(intents) ?? Map.groupBy(intents, (each) => (each.action === 'update' ? each.id : undefined));
  indexes.set(intents, index);
  return id === undefined ? [] : (index.get(id) ?? []);
}

/** The digest of what was sent for a value, or of its normal form where that was recorded. */
export const sentFor = (name: string, { leaves, echoes }: OpenIntent): readonly string[] => {
  const sent = echoes[name] ?? leaves[name];
  return sent === undefined ? [] : [sent];
};
