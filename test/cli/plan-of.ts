import type { Change, Plan } from '../../src/plan/plan.ts';

/** A plan with just these changes, for code that shows or applies plans. */
export const planOf = (changes: readonly Change[], more: Partial<Plan> = {}): Plan => ({
  version: 1,
  target: 'production',
  complete: true,
  summary: {
    create: 0,
    update: 0,
    replace: 0,
    delete: 0,
    adopt: 0,
    move: 0,
    forget: 0,
    drift: 0,
    conflict: 0,
    manual: 0,
    unchanged: 0,
  },
  requests: 0,
  changes,
  open: [],
  absent: [],
  notes: [],
  refusals: [],
  ...more,
});
