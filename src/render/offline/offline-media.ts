/** The files that the kept pages need besides their texts: the look, the logo, fonts and drawings of maps. */
import { shownOf } from '../../site/documents.ts';
import type { Entity, Site } from '../../site/site.ts';
import { logoOf, mediaNamedBy } from '../../site/used/used-media.ts';
import type { SharedHead } from '../assets.ts';
import type { SiteMedia } from '../build-media.ts';
import type { PublishedMedia } from '../images/images.ts';

interface Shared {
  readonly head: SharedHead;
  readonly media: SiteMedia;
}

export function offlineMedia(site: Site, { head, media: { published } }: Shared): readonly string[] {
  const { style, script, find, modules, sheets, fonts, favicon } = head;
  const code = [script, find, modules.plan, modules['any-entry']];
  const look = [style, sheets.plan, sheets.map, sheets.grid, sheets.search, ...fonts];
  const names = [...barLogos(site), ...drawingsOfMaps(site)];
  return [
    ...new Set([
      ...[...code, ...look, ...(favicon === undefined ? [] : [favicon])].map((path) =>
        decodeURIComponent(path.slice(1)),
      ),
      ...names.flatMap((name) => oneSizeOf(published.get(name)) ?? []),
    ]),
  ];
}

/** The width of a phone at twice the pixel density, in the format that all current browsers can show. */
const WIDTH = 960;

function oneSizeOf(media: PublishedMedia | undefined): string | undefined {
  const variants = media?.sources.find(({ type }) => type === 'image/webp')?.variants ?? [];
  const nearest = variants.toSorted((one, other) => Math.abs(one.width - WIDTH) - Math.abs(other.width - WIDTH))[0];
  return nearest?.path ?? media?.path;
}

function barLogos(site: Site): readonly string[] {
  const own = site.rootEntity ? mediaNamedBy(site.rootEntity as Entity) : [];
  const logo = logoOf(site);
  return [
    ...(logo === undefined ? [] : [logo]),
    ...own.filter(({ path }) => path?.includes('logo')).map(({ name }) => name),
  ];
}

const drawingsOfMaps = (site: Site): readonly string[] =>
  site.kinds
    .filter(({ page }) => page?.list === 'maps')
    .flatMap((kind) => shownOf(site, kind))
    .flatMap((entity) => mediaNamedBy(entity).map(({ name }) => name));
