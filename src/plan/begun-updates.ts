/** Updates of interrupted runs, by the object: what they sent, and nobody lived to write down, is nobody else's change. */
import type { OpenIntent, PlanInput } from './context.ts';

type Intents = PlanInput['intents'];

const indexes = new WeakMap<Intents, ReadonlyMap<string | undefined, Intents>>();

/** Asked for every document, so they are sorted by object once. */
export function begunUpdates(id: string | undefined, { intents }: Pick<PlanInput, 'intents'>): Intents {
  const index =
    indexes.get(intents) ?? Map.groupBy(intents, (each) => (each.action === 'update' ? each.id : undefined));
  indexes.set(intents, index);
  return id === undefined ? [] : (index.get(id) ?? []);
}

/** The digest of what was sent for a value, of its normal form where that was kept. */
export const sentFor = (name: string, { leaves, echoes }: OpenIntent): readonly string[] => {
  const sent = echoes[name] ?? leaves[name];
  return sent === undefined ? [] : [sent];
};
