import { UserError } from '../../diagnostics/errors.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import { describeDifference, differingParts, type TargetIdentity } from '../../model/target-identity.ts';
import type { Plan, Refusal } from '../../plan/plan.ts';

/** How to resolve a refusal: the first step, and the flag that allows it, of this command or of another. */
export function helpOf({ remedy, flag }: Refusal, command?: string): string | undefined {
  const allowed = command === undefined ? `add ${flag}` : `run \`${command} ${flag}\``;
  const steps = [remedy ?? [], flag === undefined ? [] : `if this is intended, ${allowed}`].flat();
  return steps.length === 0 ? undefined : steps.join('; ');
}

interface Refusing {
  readonly force: boolean;
  /** The command that takes the flags, if the running one does not. */
  readonly command?: string;
}

/** Throws if a plan must not be applied: it is refused, or the service is still creating the broadcast. */
export function refusePlan(plan: Plan, snapshot: Snapshot, { force, command }: Refusing): void {
  const [first] = plan.refusals;
  if (first) {
    throw new UserError(`the plan is refused: ${plan.refusals.map(({ reason }) => reason).join('; ')}`, {
      suggestion: helpOf(first, command) ?? 'gitcast plan shows the whole plan',
    });
  }
  const reading = snapshot.kinds.get('broadcast');
  const [record] = reading && 'records' in reading ? [...reading.records.values()] : [];
  const status = record?.fields['status'];
  if (typeof status === 'string' && status !== 'idle' && !force) {
    throw new UserError(`the service is still creating this broadcast (its status is ${status})`, {
      suggestion: 'wait until it is idle, or add --force',
    });
  }
}

interface Applying {
  readonly file: string;
  readonly identity: TargetIdentity;
}

/** Throws if a saved plan was made for a different broadcast, service or configuration. */
export function refuseForeignPlan({ identity: made }: Partial<Plan>, { file, identity }: Applying): void {
  const suggestion = 'make a new one with gitcast plan --out FILE';
  if (!made) throw new UserError(`${file} does not name the broadcast that it was made for`, { suggestion });
  if (differingParts(made, identity).length === 0) return;
  throw new UserError(`${file} was made for a different target: ${describeDifference(made, identity)}`, { suggestion });
}
