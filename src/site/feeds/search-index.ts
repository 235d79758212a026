import type { Locale } from '../../kinds/shapes/primitives.ts';
import { searchEntries } from './search-entries.ts';
import type { Site } from '../site.ts';

/** Short keys, since a visitor on a slow train loads all of it: u address, t title, k kind, x text. */
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
