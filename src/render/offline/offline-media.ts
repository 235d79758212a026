/** The files that pages need besides their texts: the look, the icons of the application, drawings of maps, pictures. */
import { shownOf } from '../../site/documents.ts';
import type { Entity, Site } from '../../site/site.ts';
import { mediaNamedBy } from '../../site/used/used-media.ts';
import type { SharedHead } from '../assets.ts';
import type { SiteMedia } from '../build-media.ts';
import type { PublishedMedia } from '../images/images.ts';
import { mediaTypeOf } from '../images/media-type.ts';

export interface OfflineMedia {
  /** Paths of texts that every page or the map needs: they are packed. */
  readonly texts: readonly string[];
  /** Fonts and other files that are needed and are no text. */
  readonly core: readonly string[];
  /** The pictures of the other pages, each in one size. */
  readonly pictures: readonly string[];
}

export function offlineMedia(
  site: Site,
  { head, media: { published } }: { readonly head: SharedHead; readonly media: SiteMedia },
): OfflineMedia {
  const pathsOf = (names: Iterable<string>): readonly string[] =>
    [...names].flatMap((name) => oneSizeOf(published.get(name)) ?? []);
  const fonts = [...published.keys()].filter((name) => /\.woff2?$/i.test(name));
  const pictures = [...published.keys()].filter((name) => ['photo', 'drawing'].includes(mediaTypeOf(name)));
  const { style, script, modules, sheets, find, touchIcon, favicon } = head;
  const look = [
    style,
    script,
    ...Object.values(modules),
    sheets.changes,
    sheets.grid,
    sheets.map,
    sheets.plan,
    sheets.search,
    find,
    touchIcon,
    favicon,
  ];
  const needed = new Set([
    ...look.flatMap((path) => (path === undefined ? [] : [fromRoot(path)])),
    ...pathsOf([...fonts, ...logosOf(site), ...drawingsOfMaps(site)]),
  ]);
  const isText = (path: string): boolean => /\.(?:css|js|svg)$/i.test(path);
  const sorted = [...needed].toSorted();
  return {
    texts: sorted.filter(isText),
    core: sorted.filter((path) => !isText(path)),
    pictures: pathsOf(pictures).filter((path) => !needed.has(path)),
  };
}

const fromRoot = (path: string): string => decodeURIComponent(path.slice(1));

/** The width of a phone at twice the pixel density, in the format that all current browsers can show. */
const WIDTH = 960;

function oneSizeOf(media: PublishedMedia | undefined): string | undefined {
  const variants = media?.sources.find(({ type }) => type === 'image/webp')?.variants ?? [];
  const nearest = variants.toSorted((one, other) => Math.abs(one.width - WIDTH) - Math.abs(other.width - WIDTH))[0];
  return nearest?.path ?? media?.path;
}

const logosOf = ({ rootEntity }: Site): readonly string[] =>
  rootEntity === undefined
    ? []
    : mediaNamedBy(rootEntity as Entity)
        .filter(({ path }) => path?.includes('logo'))
        .map(({ name }) => name);

const drawingsOfMaps = (site: Site): readonly string[] =>
  site.kinds
    .filter(({ page }) => page?.list === 'maps')
    .flatMap((kind) => shownOf(site, kind))
    .flatMap((entity) => mediaNamedBy(entity).map(({ name }) => name));
