/** What can be found: every visible document that has a page, in one language. */
import type { Locale } from '../kinds/shapes/primitives.ts';
import type { Block } from '../kinds/shapes/block.ts';
import type { Typed } from '../model/entities.ts';
import { localise, type Text } from './localise.ts';
import type { Site } from './site.ts';
import { stringsFor } from './strings.ts';
import { shortText } from './short-text.ts';
import { entityPath } from './urls.ts';

export interface SearchEntry {
  readonly page: string;
  readonly title: Text;
  /** What sort of thing it is, in the language of the page. */
  readonly kind: string;
  readonly text: string;
}

const KINDS = ['event', 'session', 'host', 'article', 'page', 'place', 'interestPoint', 'map'] as const;

export function searchEntries(site: Site, locale: Locale): readonly SearchEntry[] {
  const { screens, places } = stringsFor(locale);
  const names: Readonly<Record<(typeof KINDS)[number], string>> = {
    event: screens.program,
    session: screens.program,
    host: screens.hosts,
    article: screens.articles,
    page: site.root.name,
    place: places,
    interestPoint: places,
    map: screens.maps,
  };
  return KINDS.flatMap((kind) =>
    site.of(kind).flatMap((found): readonly SearchEntry[] => {
      const entity = found as unknown as Typed<'page'>;
      // A page that is a link or a screen has no address of its own.
      if (kind === 'page' && (entity.fields.url || entity.fields.nativeContent)) return [];
      const localised = localise(entity, { locale, locales: site.locales });
      const title = localised.text('title') ?? localised.text('name' as never) ?? { text: '' };
      return [
        { page: entityPath(entity), title, kind: names[kind], text: shortText(entity, textsOf(localised.fields), 240) },
      ];
    }),
  );
}

function textsOf(fields: object): readonly string[] {
  const { description, content, blocks } = fields as Record<string, unknown>;
  const paragraphs = ((blocks ?? []) as readonly Block[]).flatMap((block) =>
    block.type === 'paragraph' ? (block.values ?? []).map(({ text }) => text) : [],
  );
  return [description, content, ...paragraphs].filter((text) => typeof text === 'string');
}
