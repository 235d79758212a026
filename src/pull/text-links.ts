/** Links and pictures inside of a text of the target, as a file writes them. */
import type { Locale } from '../kinds/shapes/primitives.ts';
import { fileUrl, linksIn, withDestinations, writeDestination, writtenIn, type TextLink } from '../markdown/links.ts';
import { valueAt } from '../diagnostics/json.ts';
import type { Desired } from '../plan/desired.ts';
import type { Names } from './names.ts';

/** How a document's own texts write what is sent as a URL: `./fares.md` stays `./fares.md`. */
export type Spellings = ReadonlyMap<string, string>;

const NO_SPELLINGS: Spellings = new Map();

export function textInFile(
  text: string,
  names: Names,
  { locale, spellings = NO_SPELLINGS }: { readonly locale: Locale; readonly spellings?: Spellings | undefined },
): string {
  return withDestinations(text, (link) => {
    const own = spellings.get(keyOf(link));
    if (own !== undefined) return own;
    const [, url = '', suffix = ''] = /^([^?#]*)(.*)$/s.exec(link.url) ?? [];
    const file = names.mediaAt(url);
    if (file !== undefined) return writeDestination(fileUrl(file, link.form) + suffix, link.form);
    const address = link.use === 'link' ? names.pageAt(url, locale) : undefined;
    return address === undefined ? undefined : writeDestination(address + suffix, link.form);
  });
}

/** The links of a text stay the same in number and order on their way to the target. */
export function spellingsOf({ entity, fields }: Pick<Desired, 'entity' | 'fields'>): Spellings {
  const spellings = new Map<string, string>();
  for (const path of entity.markdown) {
    const [own, sent] = [valueAt(entity.fields, path), valueAt(fields, path)];
    if (typeof own !== 'string' || typeof sent !== 'string' || own === sent) continue;
    // Where an entry of a list was not sent, the next one stands in its place.
    if (withDestinations(own, () => '') !== withDestinations(sent, () => '')) continue;
    const [here, there] = [linksIn(own), linksIn(sent)];
    for (const [index, link] of there.entries())
      if (!spellings.has(keyOf(link))) spellings.set(keyOf(link), writtenIn(own, here[index]!));
  }
  return spellings;
}

/** The same URL may be written in each form, and each has its own characters. */
const keyOf = ({ url, form }: TextLink): string => `${form} ${url}`;
