import type { PlanInput } from '../../src/plan/context.ts';
import { desire, type Desired } from '../../src/plan/fields/desired.ts';

/** A document as the differ compares it: it may point at everything, by the ids that the base knows. */
export function desiredOf(address: string, input: PlanInput): Desired {
  const entity = input.broadcast.entities.get(address);
  if (!entity) throw new Error(`the test has no document ${address}`);
  return desire(entity, input, { idOf: (each) => input.base.entries.get(each)?.id, canPoint: () => true });
}
