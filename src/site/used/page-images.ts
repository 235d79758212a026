/** The media files that other sites may show in a preview of a link to a page. */
import { valueAt, type Path } from '../../values/json.ts';
import type { Entity } from '../../model/broadcast.ts';
import { shownOf } from '../documents.ts';
import type { Site } from '../site.ts';

export function pageImages(site: Site): ReadonlySet<string> {
  const home = site.rootEntity ? namesAt(site.rootEntity, isHeader) : [];
  const own = site.kinds.flatMap((kind) => {
    const picture = kind.page?.picture;
    if (picture === undefined) return [];
    return shownOf(site, kind).flatMap((entity) => namesAt(entity, (path) => isOwn(path, picture)));
  });
  return new Set([...home, ...own]);
}

const namesAt = ({ fields, media }: Entity, stands: (path: Path) => boolean): readonly string[] =>
  media
    .filter(stands)
    .map((path) => valueAt(fields, path))
    .filter((name) => typeof name === 'string');

/** True for a document's own picture in any language, but not for pictures in its blocks. */
const isOwn = (path: Path, picture: string): boolean =>
  path[0] === picture || (path[0] === 'localeDetails' && path[2] === picture);

/** True for the first background of the home screen's header. */
function isHeader(path: Path): boolean {
  const at = path.indexOf('background');
  const turn = path[at + 1];
  return at !== -1 && !path.includes('blocks') && (typeof turn !== 'number' || turn === 0);
}
