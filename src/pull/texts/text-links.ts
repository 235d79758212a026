/** Links and pictures inside a text on the target, as a file writes them. */
import type { Path } from '../../values/json.ts';
import type { Locale } from '../../kinds/shapes/primitives.ts';
import { fileUrl, withDestinations, writeDestination } from '../../markdown/links.ts';
import { spelledLinks, type LinkSpellings } from './link-spellings.ts';
import type { Names } from '../files/names.ts';

interface Place {
  readonly locale: Locale;
  readonly path: Path;
  /** How the file itself writes its links. */
  readonly spellings?: LinkSpellings | undefined;
}

export function textInFile(text: string, names: Names, { locale, path, spellings = [] }: Place): string {
  const spelled = spelledLinks(text, path, spellings);
  return withDestinations(text, (link) => {
    const own = spelled.get(link.place!.start);
    if (own !== undefined) return own;
    const [, url = '', suffix = ''] = /^([^?#]*)(.*)$/s.exec(link.url) ?? [];
    const file = names.mediaAt(url);
    if (file !== undefined) return writeDestination(fileUrl(file, link.form) + suffix, link.form);
    const address = link.use === 'link' ? names.pageAt(url, locale) : undefined;
    return address === undefined ? undefined : writeDestination(address + suffix, link.form);
  });
}
