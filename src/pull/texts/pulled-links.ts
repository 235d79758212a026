/** Links and pictures inside a text on the target, as a file writes them. */
import { valueAt, type Path } from '../../values/json.ts';
import type { Locale } from '../../kinds/shapes/primitives.ts';
import {
  fileUrl,
  withDestinations,
  writeDestination,
  linksIn,
  writtenIn,
  type TextLink,
} from '../../markdown/links.ts';
import type { Names } from '../files/file-names.ts';
import type { Desired } from '../../plan/fields/desired.ts';

interface TextPlace {
  readonly locale: Locale;
  readonly path: Path;
  /** How the file itself writes its links. */
  readonly spellings?: LinkSpellings | undefined;
  /** Called for each link to an entry of a source that has no file, which becomes its text. */
  readonly onLost: () => void;
}

export function textInFile(text: string, names: Names, { locale, path, spellings = [], onLost }: TextPlace): string {
  const spelled = spelledLinks(text, path, spellings);
  const written = withDestinations(text, (link) => {
    const own = spelled.get(link.place!.start);
    if (own !== undefined) return own;
    const [, url = '', suffix = ''] = /^([^?#]*)(.*)$/s.exec(link.url) ?? [];
    const file = names.mediaAt(url);
    if (file !== undefined) return writeDestination(fileUrl(file, link.form) + suffix, link.form);
    const address = link.use === 'link' ? names.pageAt(url, locale) : undefined;
    return address === undefined ? undefined : writeDestination(address + suffix, link.form);
  });
  return written.includes('import:/') ? withoutSourceLinks(written, onLost) : written;
}

const LINK =
  /!?\[((?:\\.|[^[\]\\]|\[[^[\]]*\](?:\([^()]*\))?)*)\]\(\s*<?import:\/(?:[^\s()<>]|\([^\s()]*\))*>?(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)/gs;
const DEFINITION = /^[ >]*\[([^[\]]+)\]:\s*<?import:\/.*\n?/gm;
const REFERENCE = /!?\[([^[\]]*)\](?:\[([^[\]]*)\])?(?!\()/g;
const ATTRIBUTE = /\s(?:href|src)\s*=\s*(["']?)import:\/[^"'\s>]*\1/gi;

/** Links between the entries of a source mean nothing in a file: those that are left lead to entries without one. */
function withoutSourceLinks(text: string, onLost: () => void): string {
  const lost = (_: string, words = ''): string => (onLost(), words);
  const labels = new Set<string>();
  const direct = text
    .replace(DEFINITION, (_, label: string) => (labels.add(label.toLowerCase()), ''))
    .replace(LINK, lost)
    .replace(ATTRIBUTE, (all) => lost(all))
    .replace(REFERENCE, (all, words: string, label: string) =>
      labels.has((label || words).toLowerCase()) ? lost(all, words) : all,
    );
  // No other form has words that could be found, and none may be written.
  return withDestinations(direct, ({ url }) => (url.startsWith('import:/') ? lost(url, '#') : undefined));
}

interface SpelledLink {
  /** The text that contains it. */
  readonly path: string;
  readonly url: string;
  readonly before: string;
  readonly written: string;
}

export type LinkSpellings = readonly SpelledLink[];

/**
 * How a document's own texts write what is sent as a URL: `./fares.md` stays `./fares.md`. The number and order of a
 * text's links do not change on the way to the target.
 */
export function spellingsOf({ entity, fields }: Pick<Desired, 'entity' | 'fields'>): LinkSpellings {
  return entity.markdown.flatMap((path): LinkSpellings => {
    const [own, sent] = [valueAt(entity.fields, path), valueAt(fields, path)];
    if (typeof own !== 'string' || typeof sent !== 'string' || own === sent) return [];
    // If an entry of a list was not sent, the next one takes its place.
    if (withDestinations(own, () => '') !== withDestinations(sent, () => '')) return [];
    const [here, there] = [linksIn(own), linksIn(sent)];
    return there.map((link, index) => ({
      path: pathKey(path),
      url: urlKey(link),
      before: wordsBefore(sent, link, there[index - 1]),
      written: writtenIn(own, here[index]!),
    }));
  });
}

/**
 * How each link of a text was written, by the position of its destination. Several spellings may mean the same URL, so
 * a link gets the spelling that follows the same words, otherwise the next one that no other link has. Links of the
 * same text come first.
 */
export function spelledLinks(text: string, path: Path, spellings: LinkSpellings): ReadonlyMap<number, string> {
  const spelled = new Map<number, string>();
  if (spellings.length === 0) return spelled;
  const isHere = ({ path: own }: SpelledLink): boolean => own === pathKey(path);
  const inOrder = [...spellings.filter(isHere), ...spellings.filter((each) => !isHere(each))];
  const taken = new Set<SpelledLink>();
  const links = linksIn(text);
  const give = (keyOfLink: (link: TextLink, index: number) => string, keyOf: (each: SpelledLink) => string): void => {
    const waiting = Map.groupBy(inOrder.filter((each) => !taken.has(each)).toReversed(), keyOf);
    for (const [index, link] of links.entries()) {
      if (!link.place || spelled.has(link.place.start)) continue;
      const found = waiting.get(keyOfLink(link, index))?.pop();
      if (!found) continue;
      taken.add(found);
      spelled.set(link.place.start, found.written);
    }
  };
  give(
    (link, index) => `${urlKey(link)}\n${wordsBefore(text, link, links[index - 1])}`,
    ({ url, before }) => `${url}\n${before}`,
  );
  give(urlKey, ({ url }) => url);
  const first = new Map(inOrder.toReversed().map(({ url, written }) => [url, written]));
  for (const link of links) {
    const written = first.get(urlKey(link));
    if (link.place && written !== undefined && !spelled.has(link.place.start)) spelled.set(link.place.start, written);
  }
  return spelled;
}

/** The same URL may be written in each form, and each form has its own special characters. */
const urlKey = ({ url, form }: TextLink): string => `${form} ${url}`;

const pathKey = (path: Path): string => path.join('\0');

/** On its line, and after the end of the previous link. */
function wordsBefore(text: string, { place }: TextLink, previous: TextLink | undefined): string {
  if (!place) return '';
  const line = place.start === 0 ? 0 : text.lastIndexOf('\n', place.start - 1) + 1;
  const before = text.slice(Math.max(line, previous?.place?.end ?? 0), place.start);
  return before.replace(/^[^\p{L}\p{N}[<!]+/u, '');
}
