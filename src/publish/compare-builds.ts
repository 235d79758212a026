/**
 * The differences between two builds of a site that a reviewer has to know. A change of the menu touches every page, so
 * pages whose own content is the same are only counted, and so are whole sections: what is left to list is what
 * somebody edited.
 */
import { diffManifests, type SiteFiles } from './manifest.ts';
import { isHtml, type PageSummary } from './page-summary.ts';

export interface ComparedSite {
  readonly files: SiteFiles;
  readonly pages: Readonly<Record<string, PageSummary>>;
}

/** A page that differs between two builds. */
export interface PageChange {
  /** Its path on the site: `/en/events/opening/`. */
  readonly path: string;
  /** Its title, as people read it. */
  readonly title: string;
  /** Its language; empty if it declares none. */
  readonly lang: string;
}

/** A page whose content changed. */
export interface RetitledPage extends PageChange {
  /** The title before, if it changed. */
  readonly was?: string;
}

/** A page that moved. */
export interface MovedPage extends PageChange {
  /** Its path before. */
  readonly from: string;
}

/** A section of which every page changed. */
export interface ChangedSection {
  /** `/events/` */
  readonly path: string;
  /** All its pages. */
  readonly pages: readonly PageChange[];
}

/** The files of one type that differ, without the digests in their names. */
export interface AssetChanges {
  readonly type: AssetType;
  /** Files that only the new site has. */
  readonly added: readonly string[];
  /** Files that differ. */
  readonly changed: readonly string[];
  /** Files that only the base has. */
  readonly removed: readonly string[];
  /** How many bytes larger all of them are together. */
  readonly bytes: number;
}

/** The differences between two builds. Each page is in one list. */
export interface SiteDiff {
  /** Pages whose own content changed. */
  readonly changed: readonly RetitledPage[];
  /** Pages that only the new site has. */
  readonly added: readonly PageChange[];
  /** Pages that only the base has. */
  readonly removed: readonly PageChange[];
  /** The same content at another path. Links to the old one no longer work. */
  readonly moved: readonly MovedPage[];
  /** Sections with many pages of which every one changed. */
  readonly sections: readonly ChangedSection[];
  /** Pages that changed, although their own content did not. */
  readonly shared: readonly PageChange[];
  /** The number of pages that are the same. */
  readonly unchanged: number;
  /** Files that are not pages, by type. */
  readonly assets: readonly AssetChanges[];
}

/** Fewer pages than this are listed, even if they are all of their section. */
const MANY = 10;

export function compareBuilds(whole: ComparedSite, wholeNext: ComparedSite): SiteDiff {
  const [base, next] = [withoutCopies(whole), withoutCopies(wholeNext)];
  const { added, changed, removed } = diffManifests(base, next);
  const moves = movesOf(base, next, { added, removed });
  const movedTo = new Map(moves.map(({ from, to }) => [to, from]));
  const movedFrom = new Set(moves.map(({ from }) => from));
  const pageOf =
    (site: ComparedSite) =>
    (file: string): PageChange =>
      changeOf(file, site.pages[file]);
  const isOwn = (file: string): boolean => base.pages[file]?.content !== next.pages[file]?.content;
  const changedPages = changed.filter(isHtml);
  const sections = wholeSections(changedPages.filter(isOwn), base, next);
  const inSection = new Set(sections.flatMap(({ files }) => files));
  const isNotMoved = (file: string): boolean => !movedTo.has(file) && !movedFrom.has(file);
  return {
    changed: changedPages
      .filter((file) => isOwn(file) && !inSection.has(file))
      .map((file) => retitled(file, base, next)),
    added: added.filter(isHtml).filter(isNotMoved).map(pageOf(next)),
    removed: removed.filter(isHtml).filter(isNotMoved).map(pageOf(base)),
    moved: moves.map(({ from, to }) => ({ ...pageOf(next)(to), from: pathOf(from) })),
    sections: sections.map(({ path, files }) => ({ path, pages: files.map(pageOf(next)) })),
    shared: changedPages.filter((file) => !isOwn(file)).map(pageOf(next)),
    unchanged: Object.keys(next.files).filter(isHtml).length - added.filter(isHtml).length - changedPages.length,
    assets: assetChanges(base.files, next.files),
  };
}

export const isSameSite = ({ assets, ...pages }: SiteDiff): boolean =>
  [pages.changed, pages.added, pages.removed, pages.moved, pages.sections, pages.shared, assets].every(
    ({ length }) => length === 0,
  );

const pathOf = (file: string): string => `/${file.replace(/(^|\/)index\.html$/, '$1')}`;

const changeOf = (file: string, page: PageSummary | undefined): PageChange => ({
  path: pathOf(file),
  title: page?.title ?? file,
  lang: page?.lang ?? '',
});

function retitled(file: string, base: ComparedSite, next: ComparedSite): RetitledPage {
  const was = base.pages[file]?.title;
  const change = changeOf(file, next.pages[file]);
  return was === undefined || was === change.title ? change : { ...change, was };
}

/** Only where one page of each side has the content: of several, nobody can say which one moved. */
function movesOf(
  base: ComparedSite,
  next: ComparedSite,
  { added, removed }: { readonly added: readonly string[]; readonly removed: readonly string[] },
) {
  const keyed = (files: readonly string[], { pages }: ComparedSite): ReadonlyMap<string, string[]> =>
    Map.groupBy(files.filter(isHtml), (file) =>
      JSON.stringify([pages[file]?.title, pages[file]?.lang, pages[file]?.content]),
    );
  const gone = keyed(removed, base);
  return [...keyed(added, next)].flatMap(([key, [to, ...others]]) => {
    const [from, ...rest] = gone.get(key) ?? [];
    return from === undefined || others.length > 0 || rest.length > 0 ? [] : [{ from, to: to! }];
  });
}

function wholeSections(changed: readonly string[], base: ComparedSite, next: ComparedSite) {
  const inBoth = Object.keys(next.files).filter((file) => isHtml(file) && Object.hasOwn(base.files, file));
  const sectionIn = (file: string): string => sectionOf(file, next.pages[file]?.lang ?? '');
  const all = Map.groupBy(inBoth, sectionIn);
  return [...Map.groupBy(changed, sectionIn)]
    .filter(([path, files]) => path !== '/' && files.length >= MANY && files.length === all.get(path)!.length)
    .map(([path, files]) => ({ path, files }));
}

/** `en/events/friday/opening/index.html`: `/events/` */
function sectionOf(file: string, lang: string): string {
  const [first, ...below] = withoutLanguage(file, lang).split('/');
  return below.length === 0 ? '/' : `/${first}/`;
}

/** `en/events/opening/index.html`: `events/opening/index.html` */
export const withoutLanguage = (path: string, lang: string): string =>
  lang !== '' && path.startsWith(`${lang}/`) ? path.slice(lang.length + 1) : path;

const ASSET_TYPES = ['styles and scripts', 'media', 'fonts', 'feeds, calendars and search', 'other files'] as const;
/** A type of files, in words. */
export type AssetType = (typeof ASSET_TYPES)[number];

function assetType(path: string): AssetType {
  const extension = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  if (['css', 'js'].includes(extension)) return 'styles and scripts';
  if (/^(?:woff2?|ttf|otf)$/.test(extension)) return 'fonts';
  if (path.startsWith('media/')) return 'media';
  return /^(?:xml|ics|json|txt|md|webmanifest)$/.test(extension) &&
    !/^(?:vercel|staticwebapp\.config)\.json$/.test(path)
    ? 'feeds, calendars and search'
    : 'other files';
}

function assetChanges(base: SiteFiles, next: SiteFiles): readonly AssetChanges[] {
  const [before, after] = [byName(base), byName(next)];
  const names = [...new Set([...before.keys(), ...after.keys()])].toSorted();
  const differing = names.filter((name) => before.get(name)?.digests !== after.get(name)?.digests);
  const groups = Map.groupBy(differing, assetType);
  return ASSET_TYPES.flatMap((type) => {
    const own = groups.get(type) ?? [];
    if (own.length === 0) return [];
    return {
      type,
      added: own.filter((name) => !before.has(name)),
      changed: own.filter((name) => before.has(name) && after.has(name)),
      removed: own.filter((name) => !after.has(name)),
      bytes: own.reduce((sum, name) => sum + (after.get(name)?.bytes ?? 0) - (before.get(name)?.bytes ?? 0), 0),
    };
  });
}

/**
 * Files that contain pages once more: the service worker and its data, and pages for paper, screens and frames. A reviewer sees the edit on the page itself.
 */
const COPIES = /^(?:sw\.js$|(?:[a-z]{2,3}(?:-\w+)?\/)?(?:offline|print|kiosk|embed)\/)/;

const withoutCopies = (site: ComparedSite): ComparedSite => ({
  ...site,
  files: Object.fromEntries(Object.entries(site.files).filter(([path]) => !COPIES.test(path))),
});

/** A name with a digest changes with the content: `site.0a1b2c3d4e.css` and `cover-0a1b2c3d4e5f6071-preview.jpg` are one file. */
function byName(files: SiteFiles) {
  const assets = Object.keys(files).filter((path) => !isHtml(path));
  const grouped = Map.groupBy(assets, (path) => path.replace(/[.-][0-9a-f]{8,}(?=[.-][\w.-]*$)/, ''));
  const asset = (paths: readonly string[]) => {
    const own = paths.map((path) => files[path]!);
    const digests = own.map(({ digest }) => digest).toSorted();
    return { digests: digests.join(), bytes: own.reduce((sum, { bytes }) => sum + bytes, 0) };
  };
  return new Map([...grouped].map(([name, paths]) => [name, asset(paths)]));
}
