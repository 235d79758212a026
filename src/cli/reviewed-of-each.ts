import { UserError } from '../diagnostics/errors.ts';
import { file, type Given } from '../project/calls/option.ts';
import type { Reviewed, Selection, SyncOptions, Workspace } from '../project/index.ts';

/** Beside `--reviewed`, for commands that apply only what was approved. */
export const REVIEWED_PLAN = {
  reviewedPlan: file('With --reviewed digest:DIGEST: the approved plan, to show what changed if it no longer applies'),
};

export function withReviewedPlan({
  reviewed,
  reviewedPlan: plan,
}: Given<typeof REVIEWED_PLAN> & Pick<SyncOptions, 'reviewed'>): Reviewed | undefined {
  if (plan === undefined) return reviewed;
  if (reviewed && 'digest' in reviewed) return { ...reviewed, plan };
  throw new UserError('--reviewed-plan shows what changed since a plan was approved by its digest', {
    suggestion: 'add --reviewed digest:DIGEST, or remove --reviewed-plan',
  });
}

/** The review for each broadcast of a workspace: a digest is that of all selected plans together. */
export async function reviewedOfEach(
  workspace: Workspace,
  selection: Selection,
  { target, reviewed }: Pick<SyncOptions, 'target' | 'reviewed'>,
): Promise<(folder: string | undefined) => Reviewed | undefined> {
  if (reviewed === undefined || 'numbers' in reviewed) return () => reviewed;
  const digests = await workspace.review.approved({ ...selection, target, approved: reviewed.digest });
  return (folder) => ({ digest: digests.get(folder ?? '') ?? reviewed.digest });
}
