/**
 * The worker of a site, and for each language the list of what it keeps after the first visit, with the digest of each file: an
 * update loads the files whose digest changed.
 */
import { gzipSync } from 'node:zlib';
import type { Locale } from '../../kinds/shapes/primitives.ts';
import type { OfflineRank } from '../../site/offline-role.ts';
import type { Site } from '../../site/site.ts';
import { named, type AssetFile } from '../assets.ts';
import type { Templates } from '../templates/templates.ts';
import { workerOf } from '../theme-files.ts';

export const WORKER = '/sw.js';

export interface OfflineText {
  readonly path: string;
  readonly rank: OfflineRank;
}

interface Sources {
  /** Pages and data of all languages. */
  readonly texts: readonly OfflineText[];
  /** What all pages need, and the drawings of maps. */
  readonly files: readonly string[];
  readonly read: (path: string) => Uint8Array;
  readonly digest: (path: string) => string;
  readonly templates: Pick<Templates, 'text'>;
}

/** With the worker itself in two files. */
const MOST_FILES = 38;
const MOST_BYTES = 3_000_000;

export function offlineFiles(site: Site, { texts, files, read, digest, templates }: Sources): readonly AssetFile[] {
  const lists = site.locales.map((locale) => {
    const own = texts
      .filter(({ path, rank }) => rank !== undefined && localeOf(path, site.locales) === locale)
      .toSorted((one, other) => one.rank! - other.rank! || (one.path < other.path ? -1 : 1));
    const kept = fitting([...files, ...own.map(({ path }) => path)], read);
    return [locale, kept.map((path) => [path, digest(path).slice(0, 10)])] as const;
  });
  const code = named('worker', 'js', workerOf(templates));
  const build = JSON.stringify({ lists: Object.fromEntries(lists) });
  return [code, { path: WORKER, text: `self.build = ${build};\nimportScripts('${code.path.slice(1)}');\n` }];
}

/** In their order. What does not fit is left out: the worker keeps it when it is opened. */
export function fitting(paths: readonly string[], read: Sources['read']): readonly string[] {
  const kept: string[] = [];
  let sum = 0;
  for (const path of paths) {
    if (kept.length === MOST_FILES) break;
    const size = transferredBytes(path, read(path));
    if (sum + size > MOST_BYTES) continue;
    sum += size;
    kept.push(path);
  }
  return kept;
}

/** Hosts compress texts. */
export const transferredBytes = (path: string, bytes: Uint8Array): number =>
  /\.(?:html|json|css|js|svg)$/i.test(path) ? gzipSync(bytes).length : bytes.length;

/** A worker that removes itself and what an earlier one stored. A site without offline use still needs it. */
export const removedWorker = ({ text }: Pick<Templates, 'text'>): AssetFile => ({
  path: WORKER,
  text: text('assets/worker/remove.js'),
});

/** The first language has no folder. */
const localeOf = (path: string, [first, ...others]: readonly Locale[]): Locale =>
  others.find((locale) => path.startsWith(`${locale}/`)) ?? first!;
