/**
 * The published addresses that would disappear, as far as documents show: a build knows every file, and takes much longer. Pages
 * of documents, media files, and everything of a language or a format that the configuration no longer has.
 */
import type { Config } from '../../config/config.ts';
import { isError, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Kind } from '../../kinds/kind.ts';
import type { Shown } from '../../model/absence.ts';
import type { Broadcast } from '../../model/broadcast.ts';
import { siteUrlOf } from '../../repository/project-paths.ts';
import {
  addressedDocument,
  documentsByPage,
  lostAddresses,
  pageRule,
  type AddressedDocument,
  type Answer,
  type NextSite,
  type PagedDocument,
  type PublishedAddresses,
} from '../../site/lost-addresses.ts';
import { gonePaths, writtenFormerPaths } from '../../site/redirect-table.ts';
import type { Outside } from '../outside.ts';
import type { PublishedHere } from '../site/published-here.ts';

/** The pages of documents, visible or not, as far as `validate` knows the site. */
export interface CheckedPages {
  readonly documents: ReadonlyMap<string, PagedDocument>;
  /** Those of documents that lead somewhere. */
  readonly aliases: readonly string[];
  readonly kinds: readonly Kind[];
}

export const pagesOf = (all: readonly AddressedDocument[], kinds: readonly Kind[]): CheckedPages => ({
  documents: documentsByPage(all, kinds),
  aliases: all.flatMap(({ aliases, hidden }) => (hidden === undefined || hidden === 'replaced' ? aliases : [])),
  kinds,
});

export const addressedIn = ({ entities }: Broadcast, shown: Shown): readonly AddressedDocument[] =>
  [...entities.values()].flatMap((entity) => addressedDocument(entity, shown) ?? []);

export interface CheckedContent {
  readonly published: PublishedHere | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly pages: () => CheckedPages;
  /** True for the name of a media file: `media/bridge.jpg`. */
  readonly hasMedia: (name: string) => boolean;
}

/** None while there are errors: nothing is published then, and a document that cannot be read is not a removed one. */
export async function lostDocuments(
  config: Config,
  { folder: cwd }: Outside,
  { published, diagnostics, pages, hasMedia }: CheckedContent,
): Promise<readonly Diagnostic[]> {
  const known = published && !diagnostics.some(isError) ? await published.read() : undefined;
  if (!known) return [];
  const checked = pages();
  const url = siteUrlOf(config, config.defaultTarget);
  const next = siteOfDocuments({ settings: { ...config.site, url }, known, checked, hasMedia });
  const lost = lostAddresses({ ...known, paths: checkedAddresses(known, config.site) }, next);
  if (lost.length === 0) return [];
  const { explainLosses } = await import('../site/explain-losses.ts');
  const { diagnostics: problems } = await explainLosses(config, lost, {
    target: config.defaultTarget,
    commit: known.commit,
    documents: checked.documents,
    from: cwd,
    cwd,
    isOnline: false,
  });
  return problems;
}

/** A site of many pages has several times as many other addresses, which only some changes of settings concern. */
export function checkedAddresses(known: PublishedAddresses, { locales }: SiteAddressing): readonly string[] {
  const isTurnedOff = known.languages.some((language) => !locales.slice(1).includes(language));
  return isTurnedOff ? [...known.documents, ...known.others()] : known.documents;
}

/** The settings that addresses depend on. */
interface SiteAddressing extends Pick<Config['site'], 'locales' | 'redirects'> {
  readonly url?: string | undefined;
}

interface KnownSite {
  readonly settings: SiteAddressing;
  readonly known: PublishedAddresses;
  readonly checked: CheckedPages;
  readonly hasMedia: CheckedContent['hasMedia'];
}

const THERE: Answer = { type: 'file' };

/** Whatever is not known of it is supposed to be there. */
export function siteOfDocuments({ settings, known, checked, hasMedia }: KnownSite): NextSite {
  const { locales, redirects: table, url } = settings;
  const { documents, aliases, kinds } = checked;
  const former = writtenFormerPaths({ aliases, table }, kinds);
  const isPage = pageRule(kinds);
  const removed = known.languages.filter((language) => !locales.slice(1).includes(language));
  const isThere = (path: string): boolean => {
    if (removed.some((language) => path.startsWith(`/${language}/`))) return false;
    if (path.startsWith('/media/')) return hasMedia(path.slice(1));
    if (!isPage(path)) return true;
    const document = documents.get(path);
    return document !== undefined && document.hidden === undefined;
  };
  return {
    kinds,
    locales,
    url,
    isPrivate: false,
    answer: (path) => (isThere(path) || former.has(path) ? THERE : undefined),
    isGone: gonePaths(table, kinds).has,
    documentAt: (page) => documents.get(page),
  };
}
