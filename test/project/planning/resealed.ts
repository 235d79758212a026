import { planText } from '../../../src/plan/saved/saved-plan.ts';
import type { Plan } from '../../../src/plan/plan.ts';
import { sealOf } from '../../../src/plan/review/plan-seal.ts';
import { digest } from '../../../src/values/digest.ts';

/** The text of an edited plan as somebody writes it who knows how: with the counts, the digest and the checksum of the edit. */
export function resealed(edited: Plan & { readonly checksum?: unknown }): string {
  const { checksum: _, ...plan } = edited;
  const counted = Object.keys(plan.summary).map((action) => [
    action,
    action === 'unchanged' ? plan.summary.unchanged : plan.changes.filter((each) => each?.action === action).length,
  ]);
  const summary = Object.fromEntries(counted) as unknown as Plan['summary'];
  const { digest: seal } = sealOf({ ...plan, identity: plan.identity! }, digest);
  return planText({ ...plan, summary, digest: seal });
}
