import type { Entity } from '../../model/broadcast.ts';
import { epochOf } from '../../values/instants.ts';
import { oncePer } from '../../values/once-per.ts';
import type { SiteHistory } from '../history.ts';
import { publishedAt } from '../parts/page-fields.ts';
import type { SitePage } from '../site-page.ts';
import type { Site } from '../site.ts';

/**
 * When the content of a page last changed: its last commit, or its publication if that was later. A page without a
 * document shows others; its time is that of the last change anywhere. Undefined if nothing says so.
 */
export function lastModified({ entity }: Pick<SitePage, 'entity'>, site: Site): number | undefined {
  const { history } = site;
  if (!entity) return history && latestIn(history.revisions);
  const document = site.entity(entity.address);
  const published = document && publicationOf(document);
  const revised = history?.revisions.get(entity.address)?.modified;
  return published === undefined || revised === undefined ? (published ?? revised) : Math.max(published, revised);
}

function publicationOf(entity: Entity): number | undefined {
  const written = publishedAt(entity);
  return written === undefined ? undefined : epochOf(written);
}

const latestIn = oncePer((revisions: SiteHistory['revisions']): number | undefined => {
  let latest: number | undefined;
  for (const { modified } of revisions.values()) if (latest === undefined || modified > latest) latest = modified;
  return latest;
});
