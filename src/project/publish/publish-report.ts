import { uploadsIn, type FilePlan, type PublishRefusal, type Upload } from '../../publish/plan.ts';
import type { Publication } from '../../publish/publication.ts';

export interface PublishPlan extends FilePlan {
  readonly name: string;
  readonly where: string;
  /** The number of the release that this publishes. */
  readonly number: number;
  /** The number of the release that is shown again. */
  readonly restores?: number;
  readonly notes: readonly string[];
}

export type PublishOutcome = 'nothing-to-do' | 'dry-run' | 'declined' | 'published';

export interface PublishReport {
  readonly name: string;
  readonly where: string;
  readonly outcome: PublishOutcome;
  /** The release that is live afterwards, or would be. */
  readonly release: number;
  /** The release that it shows again, after a rollback. */
  readonly restores: number | null;
  /** The digest of the site's manifest. */
  readonly digest: string;
  readonly uploads: readonly Pick<Upload, 'path' | 'action' | 'bytes'>[];
  readonly deletes: readonly string[];
  /** Assets that the site no longer has, and when they will be deleted. */
  readonly kept: readonly { readonly path: string; readonly until: string }[];
  readonly unchanged: number;
  readonly refusals: readonly PublishRefusal[];
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
