/**
 * The addresses of a published site that the next one would not answer, and why. A build knows every file of the next site.
 * `validate` knows only documents, and asks about those addresses of which it knows the answer: both ask here.
 */
import type { Kind } from '../kinds/kind.ts';
import type { Locale } from '../kinds/shapes/primitives.ts';
import { whyLeftOut, type LeftOut, type Shown } from '../model/absence.ts';
import type { Entity } from '../model/broadcast.ts';
import { readAlias } from '../model/aliases.ts';
import { entityPath, hasPage, pageFolder, PROGRAMME_CHANGES, STANDARD_PATHS } from '../model/site-paths.ts';
import { absenceOf } from '../model/traits.ts';

/** A document with a page, visible or not, as far as former addresses are concerned. */
export interface PagedDocument {
  readonly address: Entity['address'];
  /** The file that has it, as diagnostics name it. */
  readonly file: string;
  /** Why visitors do not see its page; absent if they do. */
  readonly hidden?: HiddenBecause | undefined;
}

/** `replaced`: it is a link to something else. */
export type HiddenBecause = keyof LeftOut | 'replaced';

/** A document as far as its addresses are concerned. */
export interface AddressedDocument extends PagedDocument {
  /** The path of its page, which only visitors of visible documents see. */
  readonly page: string;
  readonly aliases: readonly string[];
}

/** Undefined for a document of a kind without pages. */
export function addressedDocument(entity: Entity, shown: Shown): AddressedDocument | undefined {
  const { address, document, local } = entity;
  if (!document.declaration.page) return undefined;
  const absence = absenceOf(entity);
  const hidden = (absence && whyLeftOut(absence, shown)) ?? (hasPage(entity) ? undefined : 'replaced');
  return { address, file: document.source.file, hidden, page: entityPath(entity), aliases: local.aliases ?? [] };
}

/** The documents by the paths of their pages. One that is hidden has its former paths too: they lead nowhere without it. */
export function documentsByPage(
  documents: Iterable<AddressedDocument>,
  kinds: readonly Kind[],
): ReadonlyMap<string, PagedDocument> {
  const pages = new Map<string, PagedDocument>();
  const former = new Map<string, PagedDocument>();
  for (const each of documents) {
    pages.set(each.page, each);
    // A link to something else leads there from its former paths, too.
    if (each.hidden === undefined || each.hidden === 'replaced') continue;
    for (const alias of each.aliases.map((written) => readAlias(written, kinds))) {
      if (alias.type !== 'problem') former.set(alias.page, each);
    }
  }
  return new Map([...former, ...pages]);
}

/** The site that would be published, as far as it is known. */
export interface NextSite {
  readonly kinds: readonly Kind[];
  readonly locales: readonly Locale[];
  readonly url: string | undefined;
  readonly isPrivate: boolean;
  /** A file at this path, or where it leads; undefined if a visitor gets an error page. */
  readonly answer: (path: string) => Answer | undefined;
  /** True if it is gone on purpose; `page` is the path without the folder of its language. */
  readonly isGone: (path: string, page: string) => boolean;
  /** The document whose page is at this path of the default language. */
  readonly documentAt: (page: string) => PagedDocument | undefined;
}

export type Answer = { readonly type: 'file' } | { readonly type: 'redirect'; readonly to: string };

/** A setting that turns addresses off, the reason why a document is hidden, or the sort of what is gone. */
export type LossCause =
  | 'site.locales'
  | 'site.url'
  | 'isPrivate'
  | HiddenBecause
  /** No document has the page any more. */
  | 'removed'
  | 'media'
  /** A page or a file that is made from many documents, such as a day of the programme, or the calendar of an entry without a time. */
  | 'empty';

export interface LostAddress {
  /** As published: `/en/sessions/opening/calendar.ics`. */
  readonly path: string;
  /** The same without the folder of its language. */
  readonly own: string;
  /** The page that it is or belongs to, in the default language: `/sessions/opening/`. */
  readonly page: string;
  readonly cause: LossCause;
  /** The language of its folder. */
  readonly language?: Locale | undefined;
  /** The hidden document whose page it is. */
  readonly document?: PagedDocument | undefined;
}

/** The path of a file: `events/opening/index.html` is `/events/opening/`. */
export const addressOfFile = (file: string): string => `/${file.replace(/(^|\/)index\.html$/, '$1')}`;

/**
 * Files whose names change with their content, parts that only the site's own pages load, settings of hosts, pages for
 * the team's printers and screens, and lists whose sheets or queries change with every document.
 */
const UNLINKED = [
  /^\/(?:assets|icons|media\/_)\//,
  /\/card\.[0-9a-f]+\.png$/,
  /^\/(?:404\.html|sw\.js|robots\.txt|sitemap[^/]*\.xml|_headers|_redirects|CNAME|vercel\.json|staticwebapp\.config\.json)$/,
  /\/\.(?!well-known\/)/,
];
const UNLINKED_IN_LANGUAGE = [
  /^\/(?:manifest\.webmanifest|search[^/]*\.json|favorites\/entries\.json|program\/[\d-]+\.json)$/,
  /^\/(?:search\/.+|offline\/|gallery\/|print\/.*|kiosk\/.*)$/,
];

/** A document may be named `selection-2027` too: this is only for a site of which nothing but its files is known. */
const NAMED_LIKE_SHEET = /^\/[a-z]+\/(?:page\/\d+|selection-[0-9a-z]{1,7})\/$/;

/** What people link to, subscribe to or find in a search engine. */
function linkRule({ sheets }: PublishedFiles, languages: ReadonlySet<Locale>): (path: string) => boolean {
  const listed = sheets && new Set(sheets);
  const isSheet = (page: string): boolean => listed?.has(page) ?? NAMED_LIKE_SHEET.test(page);
  return (path) => {
    const own = withoutLanguage(path, languages).page;
    return (
      !UNLINKED.some((rule) => rule.test(path)) &&
      !UNLINKED_IN_LANGUAGE.some((rule) => rule.test(own)) &&
      !isSheet(folderOf(own))
    );
  };
}

/** The paths of a published site, without those that nobody links to. */
export interface PublishedAddresses {
  /** The commit that the site was built from. */
  readonly commit: string | null;
  /** The languages that have a folder: all but the first. */
  readonly languages: readonly Locale[];
  /** Pages of documents and media files in the first language: a check of documents needs no others. */
  readonly documents: readonly string[];
  readonly others: () => readonly string[];
}

export interface PublishedFiles {
  readonly commit: string | null;
  readonly files: readonly string[];
  /** The files that are pages, without those of former paths. */
  readonly pages: readonly string[];
  /** Parts of long lists and lists with a query; undefined if only the files of the site are known. */
  readonly sheets?: readonly string[] | undefined;
  /** Former paths, and where they lead: they are addresses too, also if only the host redirects them. */
  readonly former: Readonly<Record<string, string>>;
}

export function publishedAddresses(site: PublishedFiles, kinds: readonly Kind[]): PublishedAddresses {
  const languages = languagesOf(site, kinds);
  const isLinked = linkRule(site, languages);
  // The former screen of a place leads to its screen now, and nobody linked to either.
  const former = Object.entries(site.former).flatMap(([from, to]) => (isLinked(from) || isLinked(to) ? [from] : []));
  const addresses = [...new Set([...site.files.map(addressOfFile).filter(isLinked), ...former])];
  const isPage = pageRule(kinds);
  const { own = [], other = [] } = Object.groupBy(addresses, (path) =>
    isPage(path) || path.startsWith('/media/') ? 'own' : 'other',
  );
  return {
    commit: site.commit,
    languages: [...languages],
    documents: own,
    others: () => other,
  };
}

/** A page at the top of a site is a screen, the list of a kind, or the start of a language. A former path is no page. */
function languagesOf({ pages }: PublishedFiles, kinds: readonly Kind[]): ReadonlySet<Locale> {
  const lists = new Set(kinds.map(pageFolder));
  const languages = pages.flatMap((file) => /^([a-z]{2,3}(?:-[A-Za-z0-9]+)*)\/index\.html$/.exec(file)?.[1] ?? []);
  return new Set(languages.filter((name) => !lists.has(name) && !STANDARD_PATHS.has(`/${name}/`)));
}

function withoutLanguage(path: string, languages: ReadonlySet<Locale>): { page: string; language?: Locale } {
  const end = path.indexOf('/', 1);
  const language = path.slice(1, end);
  return end !== -1 && languages.has(language) ? { page: path.slice(end), language } : { page: path };
}

/** Some or all addresses of a published site. */
export interface PublishedPaths {
  readonly paths: readonly string[];
  /** The languages that have a folder: all but the first. */
  readonly languages: readonly Locale[];
}

/** In the order in which they were published. */
export function lostAddresses(published: PublishedPaths, next: NextSite): readonly LostAddress[] {
  const lost = published.paths.filter((path) => !next.answer(path));
  if (lost.length === 0) return [];
  const languages = new Set(published.languages);
  const isPage = pageRule(next.kinds);
  return lost.flatMap((path) => {
    const { page: own, language } = withoutLanguage(path, languages);
    if (next.isGone(path, own) || isOfMovedPage(path, next)) return [];
    const folder = folderOf(own);
    const isDocument = isPage(folder);
    const page = isDocument ? folder : own;
    const document = isDocument ? next.documentAt(page) : undefined;
    const lost = { path, own, page, language, ...(document?.hidden !== undefined && { document }) };
    return [{ ...lost, cause: settingThatHides(lost, next) ?? causeOf({ own, isDocument, document }) }];
  });
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** A file beside a page that leads elsewhere, where there is no such file: the calendar of a session that became an article. */
function isOfMovedPage(path: string, { answer }: NextSite): boolean {
  const folder = folderOf(path);
  const page = folder === path ? undefined : answer(folder);
  return page?.type === 'redirect' && answer(page.to.replace(/#.*$/, '') + path.slice(folder.length)) === undefined;
}

const FEEDS = new Set(['/feed.xml', '/feed.json', '/schedule.json', '/schedule.xml', `${PROGRAMME_CHANGES}feed.xml`]);

/** None of these is an accident of one document. */
function settingThatHides(
  { own, language }: Pick<LostAddress, 'own' | 'language'>,
  { locales, url, isPrivate }: NextSite,
): LossCause | undefined {
  if (language !== undefined && !locales.slice(1).includes(language)) return 'site.locales';
  if (isPrivate && (FEEDS.has(own) || own.startsWith('/embed/'))) return 'isPrivate';
  return url === undefined && FEEDS.has(own) ? 'site.url' : undefined;
}

interface Lost {
  readonly own: string;
  readonly isDocument: boolean;
  readonly document: PagedDocument | undefined;
}

function causeOf({ own, isDocument, document }: Lost): LossCause {
  if (own.startsWith('/media/')) return 'media';
  if (isDocument && !document) return 'removed';
  return document?.hidden ?? 'empty';
}

/** Tells pages of documents from the lists in the same folders. */
export function pageRule(kinds: readonly Kind[]): (path: string) => boolean {
  const folders = new Set(kinds.flatMap((kind) => pageFolder(kind) ?? []));
  return (path) =>
    path.endsWith('/') &&
    folders.has(path.slice(1, path.indexOf('/', 1))) &&
    path.indexOf('/', 1) < path.length - 1 &&
    !STANDARD_PATHS.has(path);
}
