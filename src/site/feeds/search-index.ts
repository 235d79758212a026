import type { Locale } from '../../kinds/shapes/primitives.ts';
import { searchEntries } from './search-entries.ts';
import type { Site } from '../site.ts';

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
