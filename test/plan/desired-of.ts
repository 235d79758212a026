import type { PlanInput } from '../../src/plan/context.ts';
import { desire, type Desired } from '../../src/plan/fields/desired.ts';

/** A document as the differ compares it: it may point to anything, by the ids in the base. */
export function desiredOf(address: string, input: PlanInput): Desired {
  const entity = input.broadcast.entities.get(address);
  if (!entity) throw new Error(`the test has no document ${address}`);
  return desire(entity, input, { idOf: (each) => input.base.entries.get(each)?.id, canPoint: () => true });
}
