import type { Plan } from '../../plan/plan.ts';
import { FAIL_ON } from '../calls/shared-options.ts';

/** An action that fails a plan on request. */
export type FailOn = (typeof FAIL_ON)[number];

/** How often a plan has such an action. */
export interface FoundAction {
  /** The action. */
  readonly action: FailOn;
  /** The number of changes. */
  readonly count: number;
}

export const foundIn = ({ summary }: Plan, failOn: readonly FailOn[]): readonly FoundAction[] =>
  FAIL_ON.filter((action) => failOn.includes(action) && summary[action] > 0).map((action) => ({
    action,
    count: summary[action],
  }));
