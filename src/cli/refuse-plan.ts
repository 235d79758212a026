import { UserError } from '../diagnostics/errors.ts';
import type { Snapshot } from '../model/snapshot.ts';
import type { Plan } from '../plan/plan.ts';

/** Throws where a plan must not be applied: the guard stands in the way, or the service is still making the broadcast. */
export function refusePlan(plan: Plan, snapshot: Snapshot, { force }: { readonly force: boolean }): void {
  const [first] = plan.refusals;
  if (first) {
    throw new UserError(`the plan is refused: ${plan.refusals.map(({ reason }) => reason).join('; ')}`, {
      suggestion: first.flag === undefined ? 'gitcast plan shows it whole' : `if it is meant, add ${first.flag}`,
    });
  }
  const reading = snapshot.kinds.get('broadcast');
  const [record] = reading && 'records' in reading ? [...reading.records.values()] : [];
  const status = record?.fields['status'];
  if (typeof status === 'string' && status !== 'idle' && !force) {
    throw new UserError(`the service is still making this broadcast (its status is ${status})`, {
      suggestion: 'wait until it is idle, or add --force',
    });
  }
}
