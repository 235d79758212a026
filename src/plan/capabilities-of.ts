import { capabilities, type Capabilities } from '../kinds/capabilities.ts';
import { kindNamed, type KindName } from '../kinds/registry.ts';
import type { PlanInput } from './context.ts';

const known = new WeakMap<PlanInput['target'], Map<KindName, Capabilities>>();

/** Computed once per target, because every document asks. */
export function capabilitiesOf(kind: KindName, { target }: Pick<PlanInput, 'target'>): Capabilities {
  const ofTarget = known.get(target) ?? new Map<KindName, Capabilities>();
  known.set(target, ofTarget);
  const found = ofTarget.get(kind) ?? capabilities(kindNamed(kind), target.profile, target);
  ofTarget.set(kind, found);
  return found;
}

/** True if a changed value can be sent. */
export function canChange(kind: KindName, input: Pick<PlanInput, 'target'>): boolean {
  const { update } = capabilitiesOf(kind, input);
  return update === 'yes' || update === 'replace';
}
