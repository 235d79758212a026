/** The media files that visible content names, sorted by name. Files that only drafts use are not published. */
import { wholeFile, type Span } from '../../diagnostics/diagnostic.ts';
import { valueAt, type Path } from '../../values/json.ts';
import { linksIn } from '../../markdown/links.ts';
import type { Entity } from '../../model/broadcast.ts';
import { perEntity } from '../../model/entities.ts';
import { mayNameMedia } from '../../model/link-target.ts';
import { localTranslations, textsOf } from '../../model/texts.ts';
import { namedMedia } from '../links/content-links.ts';
import { shownOf } from '../documents.ts';
import type { Site } from '../site.ts';

export interface UsedMedia {
  readonly name: string;
  /** The first document that names it. */
  readonly by: Entity;
  /** The path of the field; absent if it is inside a text. */
  readonly path?: Path | undefined;
  /** Where it is named. */
  readonly at: () => Span;
  /** Shown or played on a page, and not only linked to. */
  readonly isShown: boolean;
}

export function usedMedia(site: Site): readonly UsedMedia[] {
  const used = new Map<string, UsedMedia>();
  for (const kind of site.kinds) {
    // The first use of each file, or the first that shows it.
    for (const media of shownOf(site, kind).flatMap(mediaNamedBy))
      if (!used.has(media.name) || (media.isShown && !used.get(media.name)!.isShown)) used.set(media.name, media);
  }
  const { rootEntity: by, settings } = site;
  if (by && settings.picture !== undefined && !used.has(settings.picture)) {
    const at = (): Span => wholeFile('gitcast.config.yaml');
    used.set(settings.picture, { name: settings.picture, by, at, isShown: false });
  }
  return [...used.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The media files that one document names, in fields and in texts. */
export const mediaNamedBy = perEntity((by): readonly UsedMedia[] => {
  if (by.document.declaration.describesFile) return [];
  const at = (path: Path) => (): Span => by.document.source.valueSpan(path);
  const inFields = by.media.map((path) => ({ name: valueAt(by.fields, path), by, path, at: at(path), isShown: true }));
  const inTranslations = localTranslations(by)
    .filter(({ schema }) => schema['x-media'])
    .map(({ value, path }) => ({ name: value, by, path, at: at(path), isShown: true }));
  const inTexts = textsOf(by)
    .filter(({ text }) => mayNameMedia(text))
    .flatMap(({ text, spanOf }) =>
      linksIn(text).map(({ url, use, place, near }) => ({
        name: namedMedia(url),
        by,
        at: () => spanOf(place ?? near),
        isShown: use === 'image',
      })),
    );
  return [...inFields, ...inTranslations, ...inTexts].filter(
    (media): media is UsedMedia => typeof media.name === 'string' && media.name.startsWith('media/'),
  );
});

/** The file of the theme's logo. */
export function logoOf({ root }: Site): string | undefined {
  const logo = root.theme?.logo;
  return typeof logo === 'string' ? logo : logo?.url;
}

/** The media files that other sites may show in a preview of a link to a page. */
export function pageImages(site: Site): ReadonlySet<string> {
  const { rootEntity, settings } = site;
  const own = site.kinds.flatMap((kind) => {
    const picture = kind.page?.picture;
    if (picture === undefined) return [];
    return shownOf(site, kind).flatMap((entity) => namesAt(entity, (path) => isOwn(path, picture)));
  });
  const ofHome = rootEntity ? namesAt(rootEntity, isHeader) : [];
  return new Set([...(settings.picture === undefined ? [] : [settings.picture]), ...ofHome, ...own]);
}

const namesAt = ({ fields, media }: Entity, isWanted: (path: Path) => boolean): readonly string[] =>
  media
    .filter(isWanted)
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
