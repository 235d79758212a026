/** Compares the site with what a host has: the files to upload and to delete. Pure. */
import { count } from '../diagnostics/count.ts';
import { isSameFile, type SiteFile, type SiteFiles, type SiteManifest } from './manifest.ts';
import type { KeptFile, Publication } from './publication.ts';

/** The files on a host, as far as they are known. */
export interface Present {
  /** The last complete publication. */
  readonly live: Publication | undefined;
  /** The files at the paths that an interrupted run may have changed. It replaces what `live` says about them. */
  readonly found: Readonly<Record<string, SiteFile | 'absent'>>;
  /** Files that no record names. They are never deleted. */
  readonly foreign: ReadonlySet<string>;
}

/** A file of gitcast whose content is not known: equal to none. */
export const UNKNOWN_FILE: SiteFile = { digest: '0'.repeat(32), bytes: 0 };

/** A file that is uploaded. */
export interface Upload extends SiteFile {
  /** Its path, relative to the root of the site. */
  readonly path: string;
  /** `overwrite`: the host has a file there that gitcast did not publish. */
  readonly action: 'add' | 'change' | 'overwrite';
}

/** The files that move, and those that stay. */
export interface FilePlan {
  /** The files that the host lacks, or has in another version. */
  readonly uploads: readonly Upload[];
  /** The files that the build lacks. */
  readonly deletes: readonly string[];
  /** Assets of earlier releases that stay for now. */
  readonly kept: Readonly<Record<string, KeptFile>>;
  /** How many files the host already has as they should be. */
  readonly unchanged: number;
  /** The record on the host says exactly this, so there is nothing to do if no file moves. */
  readonly isRecorded: boolean;
  /** The reasons why it must not be published without being allowed. */
  readonly refusals: readonly PublishRefusal[];
}

/** Why a site is not published as planned. */
export interface PublishRefusal {
  /** In words. */
  readonly reason: string;
  /** The options that allow it. */
  readonly allows: PublishAllowing;
}

/** Options that allow a refused publication. */
export type PublishAllowing =
  /** Allow up to this many deletions. */
  | { readonly allowDeletes: number }
  /** Allow that no page is left in these folders. */
  | { readonly allowEmpty: readonly string[] };

export interface PlanInput {
  readonly site: SiteManifest;
  readonly present: Present;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Milliseconds for which the assets of earlier releases stay. */
  readonly keepFor: number;
  readonly guard: { readonly count: number; readonly percent: number };
  readonly allowDeletes?: number | undefined;
  /** Folders of the site of which no page may be left. */
  readonly allowEmpty?: readonly string[] | undefined;
}

export function planPublish(input: PlanInput): FilePlan {
  const { site, present } = input;
  const foreignFolders = new Set([...present.foreign].flatMap((path) => [...foldersAbove(path)]));
  const uploads = Object.entries(site.files).flatMap(([path, file]): Upload[] => {
    const action = actionFor(path, file, present, foreignFolders);
    return action === undefined ? [] : [{ path, ...file, action }];
  });
  return {
    uploads,
    ...leftovers(input),
    unchanged: Object.keys(site.files).length - uploads.length,
    isRecorded: present.live?.site.digest === site.digest && Object.keys(present.found).length === 0,
    refusals: [...emptied(input), ...guard(input, uploads)],
  };
}

export const isNothing = (plan: FilePlan): boolean =>
  plan.isRecorded && plan.uploads.length === 0 && plan.deletes.length === 0;

function actionFor(
  path: string,
  file: SiteFile,
  { live, found, foreign }: Present,
  foreignFolders: ReadonlySet<string>,
): Upload['action'] | undefined {
  const present = own(found, path) ?? own(live?.site.files, path) ?? own(live?.kept, path) ?? 'absent';
  if (present !== 'absent') return isSameFile(present, file) ? undefined : 'change';
  // A folder of others in the place of a file, or the reverse, would be overwritten too.
  const isForeign =
    foreign.has(path) || foreignFolders.has(path) || [...foldersAbove(path)].some((above) => foreign.has(above));
  return isForeign ? 'overwrite' : 'add';
}

/** The files on the host that are not part of the site: pages vanish at once, assets stay for a while. */
function leftovers({ site, present, now, keepFor }: PlanInput): Pick<FilePlan, 'deletes' | 'kept'> {
  const { live, found } = present;
  const until = new Date(now + keepFor).toISOString();
  const retiring = { ...live?.site.files, ...found };
  const folders = foldersOf(site.files);
  const isFinal = (path: string): boolean => keepFor === 0 || isPage(path) || isInTheWay(path, site.files, folders);
  const kept = new Map<string, KeptFile>();
  const deletes = new Set<string>();
  for (const [path, file] of Object.entries(live?.kept ?? {})) {
    if (own(site.files, path) || own(found, path) === 'absent') continue;
    if (isFinal(path) || Date.parse(file.until) <= now) deletes.add(path);
    else kept.set(path, file);
  }
  for (const [path, file] of Object.entries(retiring)) {
    if (file === 'absent' || own(site.files, path) || kept.has(path) || deletes.has(path)) continue;
    if (isFinal(path)) deletes.add(path);
    else kept.set(path, { digest: file.digest, bytes: file.bytes, until });
  }
  const sorted = [...kept].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { deletes: [...deletes].toSorted(), kept: Object.fromEntries(sorted) };
}

/** On a disk, `about` cannot be a file and a folder. */
const isInTheWay = (path: string, files: SiteFiles, folders: ReadonlySet<string>): boolean =>
  folders.has(path) || [...foldersAbove(path)].some((folder) => own(files, folder) !== undefined);

const foldersOf = (files: SiteFiles): ReadonlySet<string> =>
  new Set(Object.keys(files).flatMap((path) => [...foldersAbove(path)]));

function* foldersAbove(path: string): Iterable<string> {
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) yield path.slice(0, at);
}

/**
 * Folders of which all pages are gone: more likely content that was not checked out than a decision, however few they are.
 * With Infinity, everything is allowed.
 */
function emptied({ site, present, allowDeletes, allowEmpty = [] }: PlanInput): readonly PublishRefusal[] {
  if (allowDeletes === Infinity) return [];
  const pagesBySection = (files: SiteFiles): ReadonlyMap<string, readonly string[]> =>
    Map.groupBy(Object.keys(files).filter(isPage), sectionOf);
  const now = pagesBySection(site.files);
  const lost = [...pagesBySection(present.live?.site.files ?? {})]
    .filter(([section, pages]) => section !== '' && pages.length >= LEAST_TO_EMPTY && !now.has(section))
    .map(([section]) => section)
    .filter((section) => !allowEmpty.includes(section))
    .toSorted();
  if (lost.length === 0) return [];
  return [{ reason: `no page is left in ${lost.map((each) => `${each}/`).join(', ')}`, allows: { allowEmpty: lost } }];
}

/** A folder with one page is often emptied by deleting it. */
const LEAST_TO_EMPTY = 2;

/** `events` for `events/opening-night/index.html`. The page of a list, `events/index.html`, is in the folder above. */
const sectionOf = (path: string): string => path.split('/').slice(0, -2).join('/');

/** A percentage is meaningful only if there are enough files. */
const LEAST_FOR_SHARE = 10;

/** Pages count, because each is an address that stops working; assets follow from them. */
function guard(
  { site, present, guard: limits, allowDeletes = -1 }: PlanInput,
  uploads: readonly Upload[],
): readonly PublishRefusal[] {
  const before = Object.keys(present.live?.site.files ?? {});
  const gone = before.filter((path) => !own(site.files, path));
  const pages = gone.filter(isPage).length;
  const overwritten = uploads.filter(({ action }) => action === 'overwrite').length;
  const lost = pages + overwritten;
  const allows = { allowDeletes: Math.max(lost, gone.length) };
  if (allowDeletes >= allows.allowDeletes) return [];
  const share = (gone.length / before.length) * 100;
  return [
    ...(pages > limits.count
      ? [{ reason: `it would delete ${count(pages, 'page')}, and guard.deletes.count allows ${limits.count}`, allows }]
      : []),
    ...(before.length >= LEAST_FOR_SHARE && share > limits.percent
      ? [
          {
            reason: `it would remove ${gone.length} of ${count(before.length, 'file')}, and guard.deletes.percent allows ${limits.percent} %`,
            allows,
          },
        ]
      : []),
    ...(overwritten > 0
      ? [{ reason: `it would overwrite ${count(overwritten, 'file')} that gitcast did not publish`, allows }]
      : []),
  ];
}

const own = <T>(files: Readonly<Record<string, T>> | undefined, path: string): T | undefined =>
  files !== undefined && Object.hasOwn(files, path) ? files[path] : undefined;

/**
 * Pages are what visitors and programs ask for by name: they point to assets, change in place, and vanish when they are
 * withdrawn. Assets are what pages load, and the service worker is as public as a page.
 */
const PAGES = /^sw\.js$|(?:^|\/)[^/.]+$|\.(?:html?|xml|atom|rss|ics|txt|md|json|webmanifest)$/i;

/** A name with the digest of the content never refers to anything else. */
const UNCHANGING = /\.[0-9a-f]{8,}\.\w+$/;

export const isPage = (path: string): boolean => PAGES.test(path) && !UNCHANGING.test(path);
