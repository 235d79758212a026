/** The media files that stand for a page: what other sites may show beside a link to it. */
import { valueAt, type Path } from '../diagnostics/json.ts';
import type { KindName } from '../kinds/registry.ts';
import type { Entity } from '../model/broadcast.ts';
import type { Site } from './site.ts';

const KINDS: readonly KindName[] = ['broadcast', 'page', 'article', 'session', 'host', 'interestPoint', 'map'];

export function pageImages(site: Site): ReadonlySet<string> {
  const entities = KINDS.flatMap((kind) => site.of(kind) as unknown as readonly Entity[]);
  const names = entities.flatMap(({ fields, media }) =>
    media.filter(standsForPage).map((path) => valueAt(fields, path)),
  );
  return new Set(names.filter((name) => typeof name === 'string'));
}

/** A document's own picture in any language, or the first behind the header; not those among its blocks. */
function standsForPage(path: Path): boolean {
  if (path.includes('blocks')) return false;
  const turn = path[path.indexOf('background') + 1];
  if (path.includes('background')) return typeof turn !== 'number' || turn === 0;
  return path.includes('media') || path.includes('cover_image_url');
}
