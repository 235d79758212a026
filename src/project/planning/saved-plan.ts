/** Reads the file of a saved plan. */
import { existsSync, readFileSync } from 'node:fs';
import { reasonOfDisk } from '../../machine/disk-failure.ts';
import type { Base } from '../../model/base.ts';
import type { Plan } from '../../plan/plan.ts';
import { applicablePlan, refused, shownPlan } from '../../plan/saved/saved-plan.ts';
import type { OpenTarget } from '../target/open-target.ts';
import { refuseForeignPlan } from './refuse-plan.ts';

interface PlanTarget extends Pick<OpenTarget, 'name' | 'identity'> {
  /** What is managed on it now; absent if the plan is only recorded. */
  readonly base?: Base;
}

export const readSavedPlan = (file: string, { name: target, identity, base }: PlanTarget): Plan =>
  applicablePlan(textOf(file), file, {
    target,
    base,
    assertOurs: (plan) => refuseForeignPlan(plan, { file, identity }),
  });

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
