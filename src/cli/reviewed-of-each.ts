import type { Reviewed, Selection, Workspace } from '../project/index.ts';

interface Asked {
  readonly target: string | undefined;
  readonly reviewed: Reviewed | undefined;
}

/** What was reviewed, for each broadcast of a workspace: a digest is that of all selected plans together. */
export async function reviewedOfEach(
  workspace: Workspace,
  selection: Selection,
  { target, reviewed }: Asked,
): Promise<(folder: string | undefined) => Reviewed | undefined> {
  if (reviewed === undefined || 'numbers' in reviewed) return () => reviewed;
  const digests = await workspace.review.approved({ ...selection, target, approved: reviewed.digest });
  return (folder) => ({ digest: digests.get(folder ?? '') ?? reviewed.digest });
}
