/** The entries of the search: every visible document that has a page, in one language. */
import type { JsonObject } from '../../values/json.ts';
import type { Locale } from '../../kinds/shapes/primitives.ts';
import type { KindPage } from '../../kinds/shown.ts';
import { hasPage } from '../../model/site-paths.ts';
import { shownOf } from '../documents.ts';
import { groupName, kindsWithPages } from '../lists.ts';
import { localise, type Text } from '../text/localise.ts';
import { blocksIn } from '../parts/page-fields.ts';
import type { Site } from '../site.ts';
import { shortText } from '../text/excerpt.ts';
import { entityPath } from '../links/urls.ts';

export interface SearchEntry {
  readonly page: string;
  readonly title: Text;
  /** The name of its kind, in the language of the page. */
  readonly kind: string;
  readonly text: string;
}

export function searchEntries(site: Site, locale: Locale): readonly SearchEntry[] {
  const found = kindsWithPages(site).filter(({ page }) => page?.search !== false);
  return found.flatMap((kind) => {
    const name = groupName(kind, site, locale);
    return shownOf(site, kind)
      .filter(hasPage)
      .map((entity): SearchEntry => {
        const localised = localise(entity, { locale, locales: site.locales });
        const title = localised.text(kind.page!.title) ?? { text: '' };
        const text = shortText(entity, textsOf(localised.fields, kind.page!), 240);
        return { page: entityPath(entity), title, kind: name, text };
      });
  });
}

function textsOf(fields: JsonObject, { text = '', blocks }: KindPage): readonly string[] {
  const paragraphs = blocksIn(fields, blocks).flatMap((block) =>
    block.type === 'paragraph' ? (block.values ?? []).map((value) => value.text) : [],
  );
  return [fields[text], ...paragraphs].filter((each) => typeof each === 'string');
}

/** The keys are short to keep the download small: u is the address, t the title, k the kind, x the text. */
export function searchIndex(site: Site, locale: Locale): string {
  const entries = searchEntries(site, locale).map(({ page, title, kind, text }) => ({
    u: page.slice(1),
    t: title.text,
    k: kind,
    ...(text !== '' && { x: text }),
    ...(title.lang && { l: title.lang }),
  }));
  return `${JSON.stringify(entries)}\n`;
}
