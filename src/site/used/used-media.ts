/** The media files that visible content names, sorted by name. Files that only drafts use are not published. */
import { valueAt, type Path } from '../../values/json.ts';
import { linksIn } from '../../markdown/links.ts';
import type { Entity } from '../../model/broadcast.ts';
import { perEntity } from '../../model/per-entity.ts';
import { textsOf } from '../../model/texts.ts';
import { namedMedia } from '../links/content-links.ts';
import { shownOf } from '../documents.ts';
import type { Site } from '../site.ts';

export interface UsedMedia {
  readonly name: string;
  /** The first document that names it. */
  readonly by: Entity;
  /** The path of the field; absent if it is inside a text. */
  readonly path?: Path;
}

export function usedMedia(site: Site): readonly UsedMedia[] {
  const used = new Map<string, UsedMedia>();
  for (const kind of site.kinds) {
    for (const entity of shownOf(site, kind))
      for (const media of mediaNamedBy(entity)) if (!used.has(media.name)) used.set(media.name, media);
  }
  return [...used.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The media files that one document names, in fields and in texts. */
export const mediaNamedBy = perEntity((by): readonly UsedMedia[] => {
  if (by.document.declaration.describesFile) return [];
  const inFields = by.media.map((path) => ({ name: valueAt(by.fields, path), by, path }));
  const inTexts = textsOf(by).flatMap(({ text }) => linksIn(text).map(({ url }) => ({ name: namedMedia(url), by })));
  return [...inFields, ...inTexts].filter(
    (media): media is UsedMedia => typeof media.name === 'string' && media.name.startsWith('media/'),
  );
});
