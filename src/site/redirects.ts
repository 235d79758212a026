/**
 * Former addresses of the site and where each leads now. They come from `$aliases` of documents and from `site.redirects`
 * in the configuration. Chains are followed to their end, and no page or file of the site is ever replaced.
 */
import type { Diagnostic, Span } from '../diagnostics/diagnostic.ts';
import type { Kind } from '../kinds/kind.ts';
import type { Locale } from '../kinds/shapes/primitives.ts';
import { declarationAt } from '../model/address-shape.ts';
import { mayHaveAliases, readAlias } from '../model/aliases.ts';
import type { Entity } from '../model/broadcast.ts';
import { destinationOf, namesLocale, pageAddress } from '../model/site-paths.ts';
import { encodedPath, isPagePath, keyOfPath, readFormerPath } from '../values/former-path.ts';
import { once } from '../values/once.ts';
import { shownOf } from './documents.ts';
import { categoryKey, placeKeyOf } from './links/keys.ts';
import { categoryPath, KIOSKS, localePath, pageFile, PROGRAMME_BY_CATEGORY, PROGRAMME_BY_PLACE } from './links/urls.ts';
import { siteProblem } from './problems.ts';
import type { Site } from './site.ts';

/** A former path of the site. */
export interface Redirect {
  /** A path from the root of the site, decoded. That of a page ends with `/`, unless it was an HTML file. */
  readonly from: string;
  /** A path of the site, decoded and perhaps with a fragment, or the URL of another site. */
  readonly to: string;
  /** What every host can answer with: a page that leads there, a copy of that file, or nothing, where only `_redirects` leads on. */
  readonly answer: 'page' | 'copy' | 'nothing';
}

export interface RedirectSources {
  /** `site.redirects` of the configuration. */
  readonly table: Readonly<Record<string, string>>;
  /** Every file of the site without its redirects, relative to the root. */
  readonly files: Iterable<string>;
  /** The place of a former path in the configuration. */
  readonly spanOf: (from: string) => Span;
}

export interface Redirects {
  /** In the order of their former paths. */
  readonly redirects: readonly Redirect[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A former path or address that somebody wrote: an alias of a document, or an entry of the configuration. */
interface Entry {
  readonly text: string;
  readonly at: () => Span;
  /** The document whose alias it is. */
  readonly of?: string;
  /** The address of a document, a path, or a URL. */
  readonly to: string;
  /** The document at that address, if the site shows it. */
  readonly entity?: Entity | undefined;
}

/** A former path before its chain is followed. */
interface Claim extends Omit<Redirect, 'answer'> {
  /** Absent for a path that follows from another one, which nobody wrote. */
  readonly written?: Entry;
}

export function redirectsOf(site: Site, { table, files, spanOf }: RedirectSources): Redirects {
  const entries = [...aliasEntries(site), ...tableEntries(site, table, spanOf)];
  if (entries.length === 0) return { redirects: [], diagnostics: [] };
  const live = filesNow(files);
  const claims = new Map<string, Claim>();
  const diagnostics: Diagnostic[] = [];
  const claim = (each: Claim): void => {
    const key = keyOfPath(each.from);
    const [isLive, earlier] = [live.isTaken(each.from), claims.get(key)];
    if (!isLive && !earlier) claims.set(key, each);
    else if (each.written && !(isLive && isName(each.written)))
      diagnostics.push(refusal(each, each.written, isLive ? undefined : earlier));
  };
  for (const entry of entries.filter(isExact)) {
    const found = claimsOf(entry, site, live);
    found.forEach(claim);
    // An alias that is none is reported where it is written.
    if (found.length === 0 && entry.of === undefined) diagnostics.push(noAddress(entry));
  }
  // A folder that moved had the former paths inside it too.
  const paths = once(() => [...live.lasting(), ...[...claims.values()].map(({ from }) => from)]);
  for (const entry of entries.filter((each) => !isExact(each))) folderClaims(entry, paths(), site).forEach(claim);
  const redirects = [...claims.values()].flatMap((each): readonly Redirect[] => {
    const { from, written } = each;
    const to = endOf(each, claims, live);
    if (to === undefined) {
      if (written && !isUnusedMedia(each, site)) diagnostics.push(deadEnd(each, written));
      return [];
    }
    return [{ from, to, answer: answerOf(from, to) }];
  });
  return { redirects: redirects.toSorted((one, other) => (one.from < other.from ? -1 : 1)), diagnostics };
}

/** An address by which calendars may know an entry, also if another page has it now. */
const isName = ({ text, of, entity }: Entry): boolean =>
  of !== undefined && !text.startsWith('/') && entity?.document.declaration.page?.programme !== undefined;

const isExact = ({ text }: Entry): boolean => !text.endsWith('*');

const aliasEntries = (site: Site): readonly Entry[] =>
  site.kinds.filter(mayHaveAliases).flatMap((kind) =>
    shownOf(site, kind).flatMap((entity) =>
      (entity.local.aliases ?? []).map((text, index) => ({
        text,
        at: () => entity.document.source.valueSpan(['$aliases', index]),
        of: entity.address,
        to: entity.address,
        entity,
      })),
    ),
  );

const tableEntries = (site: Site, table: RedirectSources['table'], spanOf: RedirectSources['spanOf']) =>
  Object.entries(table).map(([text, to]): Entry => {
    const kind = declarationAt(to, site.kinds);
    const entity = kind && shownOf(site, kind).find(({ address }) => address === to);
    return { text, at: () => spanOf(text), to, entity };
  });

type FilesNow = ReturnType<typeof filesNow>;

/** Pages, and files that people subscribe to. What scripts load for a page is loaded under its new name. */
const LASTING = ['index.html', 'calendar.ics', 'feed.xml', 'feed.json', 'schedule.xml', 'schedule.json'];

/** The site without its redirects, in whichever spelling a path of it is asked for. A large site has many files. */
function filesNow(all: Iterable<string>) {
  const files = new Map<string, string>();
  for (const file of all) files.set(keyOfPath(file), file);
  const folders = once(() => new Set([...files.keys()].flatMap(foldersAbove)));
  const at = (path: string): string | undefined => {
    const file = files.get(keyOfPath(pageFile(path)));
    return file === undefined ? undefined : pathOf(file);
  };
  return {
    /** The path as the site spells it; undefined if the site has no such page or file. */
    at,
    /** True if a file cannot have this path: it exists, or is a folder, or would have to be in a file. */
    isTaken(path: string): boolean {
      const file = keyOfPath(pageFile(path));
      const isInFile = foldersAbove(file).some((folder) => files.has(folder));
      return files.has(file) || isInFile || (!path.endsWith('/') && folders().has(file));
    },
    /** The paths of a folder's page and of its other lasting files. */
    inFolder: (folder: string): readonly string[] => LASTING.flatMap((name) => at(folder + name) ?? []),
    /** The lasting paths of the whole site. */
    lasting: (): readonly string[] =>
      [...files.values()].filter((file) => LASTING.includes(file.slice(file.lastIndexOf('/') + 1))).map(pathOf),
  };
}

const pathOf = (file: string): string => `/${file}`.replace(/\/index\.html$/, '/');

/** `a` and `a/b` of `a/b/c.html`. */
function foldersAbove(file: string): readonly string[] {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** The paths that an entry names. That of a document stands for all its pages and the files beside them, in every language. */
function claimsOf(entry: Entry, site: Site, live: FilesNow): readonly Claim[] {
  const former = readAlias(entry.text, site.kinds);
  if (former.type === 'problem') return [];
  if (former.type === 'path')
    return [{ from: former.page, to: targetIn(entry, localeOf(former.page, site), site, live), written: entry }];
  const { entity } = entry;
  const before = foldersOf(former.kind, former.address);
  const now = entity ? foldersOf(entity.document.declaration, entity.address, entity.local.slug) : [];
  return site.locales.flatMap((locale) => {
    const inTree = (path: string): string => localePath(path, locale, site.locales);
    const page = inTree(before[0]!);
    const main = {
      from: page,
      to: inLanguage(targetIn(entry, locale, site, live), locale, site),
      ...(locale === site.locales[0] && { written: entry }),
    };
    const beside = now.slice(0, before.length).flatMap((folder, each) =>
      live.inFolder(inTree(folder)).map((path) => ({
        from: inTree(before[each]!) + path.slice(inTree(folder).length),
        to: path,
      })),
    );
    return [main, ...beside.filter(({ from }) => from !== page)];
  });
}

/** The folders of the pages that a document has: its own, and those of the programme. The first is its main page. */
function foldersOf(kind: Kind, address: string, slug?: string): readonly string[] {
  // The page of a category is in the programme.
  if (!kind.page) return [categoryPath(categoryKey(address))];
  const own = pageAddress(kind, address, slug);
  const key = placeKeyOf(own);
  return [`/${own}/`, `${PROGRAMME_BY_PLACE}${key}/`, `${KIOSKS}${key}/`];
}

/**
 * Where an entry leads in a language. A category of a small programme has no page, and is a part of the page of all of them. A
 * document that is not shown may be one that moved: its former page leads on.
 */
function targetIn({ to, entity }: Entry, locale: Locale, { kinds, locales }: Site, live: FilesNow): string {
  const inTree = (path: string): string => localePath(path, locale, locales);
  const kind = declarationAt(to, kinds);
  if (entity && !entity.document.declaration.page)
    return live.at(inTree(foldersOf(kind!, to)[0]!)) ?? inTree(PROGRAMME_BY_CATEGORY);
  if (kind) {
    const end = entity ? destinationOf(entity) : { path: foldersOf(kind, to)[0]! };
    return 'url' in end ? end.url : inTree(end.path);
  }
  const [path = '', ...fragment] = to.split(/(?=#)/);
  const read = readFormerPath(path);
  return 'path' in read ? read.path + fragment.join('') : to;
}

const localeOf = (path: string, { locales }: Site): Locale =>
  locales.slice(1).find((locale) => namesLocale(path, [locales[0]!, locale])) ?? locales[0]!;

/** A page in the same language; a file, or a page whose path names a language, is the same for all. */
const inLanguage = (to: string, locale: Locale, { locales }: Site): string =>
  to.startsWith('/') && isPagePath(to.replace(/#.*$/, '')) && !namesLocale(to, locales)
    ? localePath(to, locale, locales)
    : to;

/** `/es/*` leads to `/*`: each page and subscription of the folder had a path in the former one. */
function folderClaims({ text, to }: Entry, paths: readonly string[], { locales }: Site): readonly Claim[] {
  const [before, now] = [text, to].map((folder) => readFormerPath(folder.slice(0, -1)));
  if (!('path' in before!) || !('path' in now!)) return [];
  const inside = paths.filter((path) => path.startsWith(now.path) && (now.path !== '/' || !namesLocale(path, locales)));
  // Nobody wrote these one by one, so a page that took the place of one is no mistake.
  return inside.map((path) => ({ from: before.path + path.slice(now.path.length), to: path }));
}

export const isElsewhere = (to: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(to);

/** Undefined if it leads to no page or file of the site. */
function endOf(claim: Claim, claims: ReadonlyMap<string, Claim>, live: FilesNow): string | undefined {
  const passed = new Set<Claim>();
  for (let at: Claim | undefined = claim; at && !passed.has(at);) {
    passed.add(at);
    if (isElsewhere(at.to)) return at.to;
    const [path = '', ...fragment] = at.to.split(/(?=#)/);
    const end = live.at(path);
    if (end !== undefined) return end + fragment.join('');
    at = claims.get(keyOfPath(path));
  }
  return undefined;
}

/** The target as a browser asks for it. */
export function encodedTarget(to: string): string {
  const [path = '', ...fragment] = to.split(/(?=#)/);
  return isElsewhere(to) ? new URL(to).href : encodedPath(path) + encodedFragment(fragment.join(''));
}

/** People write a fragment as they read it, or copy it from a browser, which encodes it. */
const encodedFragment = (fragment: string): string =>
  encodeURI(fragment.toWellFormed()).replaceAll(/%25(?=[\da-f]{2})/gi, '%');

const extensionOf = (path: string): string | undefined => /\.(\w+)$/.exec(path)?.[1]?.toLowerCase();

/** A page cannot take the place of a feed or a picture: a copy can, wherever the name says the same of its content. */
function answerOf(from: string, to: string): Redirect['answer'] {
  if (isPagePath(from)) return 'page';
  return !isElsewhere(to) && extensionOf(from) === extensionOf(to) ? 'copy' : 'nothing';
}

/** `earlier`: the claim that has the path. Without one, a page or a file of the site has it. */
function refusal({ from, to }: Claim, { text, at, of }: Entry, earlier: Claim | undefined): Diagnostic {
  const isAlias = of !== undefined;
  if (earlier) {
    const holder = earlier.written?.of;
    const message = holder === undefined ? 'is redirected already' : `is an alias of ${holder} too, and leads there`;
    const code = isAlias ? 'same-alias' : 'redirect-unused';
    return siteProblem(code, at(), `\`${text}\` ${holder === of ? 'is listed twice' : message}`, 'remove one of them');
  }
  const isOwn = keyOfPath(from) === keyOfPath(to);
  const message = isOwn ? 'is the address that the page has now' : 'is an existing page or file, which stays';
  return siteProblem(isAlias ? 'alias-taken' : 'redirect-unused', at(), `\`${text}\` ${message}`, 'remove it');
}

/** A media file that moved and that no page shows now: the site had no former path of it, or will lead there again. */
const isUnusedMedia = ({ from, to }: Claim, { media }: Site): boolean =>
  from.startsWith('/media/') && to.startsWith('/media/') && media(to.slice(1)) !== undefined;

const deadEnd = ({ to }: Claim, { text, at }: Entry): Diagnostic =>
  siteProblem(
    'redirect-unused',
    at(),
    `\`${text}\` leads to ${to}, which is not on the site`,
    'correct the path, or remove it',
  );

const noAddress = ({ text, at }: Entry): Diagnostic =>
  siteProblem(
    'redirect-unused',
    at(),
    `\`${text}\` is not the address of a document with a page, so nothing leads on from it`,
    `write the path that it had, such as /${text}/, or remove it`,
  );
