/** Reads the file of a saved plan. */
import { existsSync, readFileSync } from 'node:fs';
import { UserError } from '../../diagnostics/errors.ts';
import { call, worded } from '../../diagnostics/wording.ts';
import { reasonOfDisk } from '../../machine/disk-failure.ts';
import type { Base } from '../../model/base.ts';
import { describeDifference, differingParts } from '../../model/target-identity.ts';
import type { Plan } from '../../plan/plan.ts';
import { applicablePlan, refused, shownPlan } from '../../plan/saved/saved-plan.ts';
import type { OpenTarget } from '../../target/open-target.ts';

interface PlanTarget extends Pick<OpenTarget, 'name' | 'identity'> {
  /** The state of the last sync; absent if the plan is only recorded. */
  readonly base?: Base;
}

export const readSavedPlan = (file: string, { name: target, identity, base }: PlanTarget): Plan =>
  applicablePlan(textOf(file), file, {
    target,
    base,
    assertOurs: (plan) => refuseForeignPlan(plan, file, identity),
  });

/** Throws if a saved plan was made for a different broadcast, service or configuration. */
function refuseForeignPlan({ identity: made }: Partial<Plan>, file: string, identity: OpenTarget['identity']): void {
  const suggestion = worded`make a new one with ${call('plan', { out: 'FILE' })}`;
  if (!made) throw new UserError(`${file} does not name the broadcast that it was made for`, { suggestion });
  if (differingParts(made, identity).length === 0) return;
  throw new UserError(`${file} was made for a different target: ${describeDifference(made, identity)}`, { suggestion });
}

/** A plan that is only shown: it may have been made offline, or for a target that is not configured here. */
export const readShownPlan = (file: string): Plan => shownPlan(textOf(file), file);

function textOf(file: string): string {
  if (!existsSync(file)) throw refused(`there is no file ${file}`);
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw refused(`${file} cannot be read: ${reasonOfDisk(error) ?? (error as Error).message}`);
  }
}
