/** The memory of a project's builds, in `.gitcast/cache/`. It can be deleted at any time. */
import { join } from 'node:path';
import { readdirSync, readFileSync, statSync, type Stats } from 'node:fs';
import type { Config } from '../config/config.ts';
import { useTextMemory, type TextMemory } from '../markdown/remembering.ts';
import type { BuildMemory } from '../render/build-site.ts';
import { openCacheFile, type CacheFile } from '../render/remember/cache-file.ts';
import { manifestFile, type DiskStoreOptions } from '../render/writer/disk-store.ts';
import type { PlacesMemory } from '../render/writer/places.ts';
import { digest } from '../values/digest.ts';
import { siteUrlOf } from '../repository/project-paths.ts';
import type { BuiltFor } from './wish.ts';
import { isStampReliable, stampOf } from '../machine/file-stamp.ts';
import { digestOf } from '../values/site-file.ts';
import { manifestPlaces, PACKAGE, PROGRAM } from '../machine/program.ts';

export interface ProjectMemory extends BuildMemory {
  /** Includes values that are not part of a block. */
  readonly store: CacheFile;
  readonly places: (output: DiskStoreOptions) => PlacesMemory;
  /** The readings of texts. */
  readonly readings: TextMemory;
  readonly close: () => void;
}

const fileIn = ({ root }: Config): string => join(root, '.gitcast', 'cache', 'build.db');

/** Undefined if nothing can be remembered, for example on a read-only disk. */
export function openMemory(config: Config, wish: BuiltFor): ProjectMemory | undefined {
  const cache = openCacheFile(fileIn(config));
  if (!cache) return undefined;
  const program = programDigest(cache);
  return {
    store: cache,
    scope: scopeOf(config, wish, program),
    places: ({ folder }) => {
      const name = `places ${manifestFile('', folder)}`;
      return {
        load: () => textOf(cache.note(name)),
        save: (places) => cache.setNote(name, Buffer.from(places)),
      };
    },
    readings: readingsIn(cache, program),
    close: cache.close,
  };
}

/** Runs work that reads many texts, and that need not parse those that an earlier build or preview has parsed. */
export async function withReadings<T>(config: Config, work: () => Promise<T>): Promise<T> {
  const cache = openCacheFile(fileIn(config));
  useTextMemory(cache && readingsIn(cache, programDigest(cache)));
  try {
    return await work();
  } finally {
    useTextMemory(undefined);
    cache?.close();
  }
}

/** Letters and their lower case depend on the version of Node.js. */
const readingsIn = (cache: CacheFile, program: string): TextMemory =>
  cache.readings([program, ...languageVersions()].join(' '));

const textOf = (bytes: Uint8Array | undefined): string | undefined => bytes && Buffer.from(bytes).toString();

/** Everything that pages depend on without asking for it. */
function scopeOf(config: Config, { target, drafts, gallery }: BuiltFor, program: string): string {
  const url = siteUrlOf(config, target);
  // No page depends on former paths.
  const { redirects: _, versions: __, ...site } = config.site;
  return digest(JSON.stringify([program, languageVersions(), url, site, drafts, gallery]));
}

function languageVersions(): readonly (string | undefined)[] {
  const { node, v8, icu, unicode, cldr, tz } = process.versions;
  return [node, v8, icu, unicode, cldr, tz];
}

let runningProgram: string | undefined;

/**
 * A digest of the program itself: another version may render the same content differently. Found once per process: files
 * that are installed while it runs are not what it has loaded.
 */
const programDigest = (notes: Pick<CacheFile, 'note' | 'setNote'>): string => (runningProgram ??= digestProgram(notes));

/** The files are read only if one of them was changed. */
function digestProgram(notes: Pick<CacheFile, 'note' | 'setNote'>): string {
  const files = readdirSync(PROGRAM, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();
  const manifests = manifestPlaces().filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
  const all = [...files, ...manifests];
  const stats = all.map((file) => statSync(file));
  const stamps = digest(all.map((file, index) => `${file}\0${stampOf(stats[index]!)}`).join('\n'));
  const [stampsThen, digestThen] = Buffer.from(notes.note('program') ?? [])
    .toString()
    .split(' ');
  if (stampsThen === stamps && digestThen !== undefined) return digestThen;
  const now = Date.now();
  const content = digest(
    all.map((file, index) => `${file.slice(PACKAGE.length)}\0${contentOf(file, stats[index]!)}`).join('\n'),
  );
  if (stats.every((each) => isStampReliable(each, now))) notes.setNote('program', Buffer.from(`${stamps} ${content}`));
  return content;
}

/** Most files of the package have a digest of their content in their names. */
const contentOf = (file: string, { size }: Stats): string =>
  /[/\\]chunks[/\\][\w-]+-[\w-]{8}\.js$/.test(file) ? String(size) : digestOf(readFileSync(file));
