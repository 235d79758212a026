import { uploadsIn, type FilePlan, type PublishRefusal, type Upload } from '../../publish/publish-plan.ts';
import type { Publication } from '../../publish/publication.ts';

/** What publishing moves, and where. */
export interface PublishPlan extends FilePlan {
  /** The name under `publish:` in the configuration. */
  readonly name: string;
  /** The host, in words. */
  readonly where: string;
  /** The number of the release that this publishes. */
  readonly number: number;
  /** The number of the release that is shown again. */
  readonly restores?: number;
  /** What was noticed and does not stop it. */
  readonly notes: readonly string[];
}

/** What happened to a site that should be published. */
export type PublishOutcome = 'nothing-to-do' | 'dry-run' | 'declined' | 'published';

/** What `gitcast publish --json` prints. */
export interface PublishReport {
  /** The name under `publish:` in the configuration. */
  readonly name: string;
  /** The host, in words. */
  readonly where: string;
  /** What happened. */
  readonly outcome: PublishOutcome;
  /** The release that is live afterwards, or would be. */
  readonly release: number;
  /** The release that it shows again, after a rollback. */
  readonly restores: number | null;
  /** The digest of the site's manifest. */
  readonly digest: string;
  /** The files that were uploaded, or would be. */
  readonly uploads: readonly Pick<Upload, 'path' | 'action' | 'bytes'>[];
  /** The paths that were deleted, or would be. */
  readonly deletes: readonly string[];
  /** Assets that the site no longer has, and when they will be deleted. */
  readonly kept: readonly { readonly path: string; readonly until: string }[];
  /** How many files the host already had as they should be. */
  readonly unchanged: number;
  /** The reasons why it must not be published without being allowed. */
  readonly refusals: readonly PublishRefusal[];
  /** What was noticed and did not stop it. */
  readonly notes: readonly string[];
}

export const reportPublish = (plan: PublishPlan, next: Publication, outcome: PublishOutcome): PublishReport => ({
  name: plan.name,
  where: plan.where,
  outcome,
  release: outcome === 'nothing-to-do' ? next.number - 1 : next.number,
  restores: plan.restores ?? null,
  digest: next.site.digest,
  uploads: uploadsIn(plan).map(({ path, action, bytes }) => ({ path, action, bytes })),
  deletes: plan.deletes,
  kept: Object.entries(plan.kept).map(([path, { until }]) => ({ path, until })),
  unchanged: plan.unchanged,
  refusals: plan.refusals,
  notes: plan.notes,
});
