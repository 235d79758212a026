/**
 * The worker of a site, and for each language the list of what it keeps. Every file that the worker loads has its digest in
 * its name, except `sw.js`, so it never stores a mixture of two builds, whatever caches are in between.
 */
import type { Locale } from '../../kinds/shapes/primitives.ts';
import type { OfflineRole } from '../../site/offline-role.ts';
import type { Site } from '../../site/site.ts';
import { named, type AssetFile } from '../assets.ts';
import type { Templates } from '../templates/templates.ts';
import type { OfflineMedia } from './offline-media.ts';
import { COARSE, FINE, WHOLE, type Grain } from './pack.ts';
import type { PackFiles } from './pack-files.ts';

export const WORKER = '/sw.js';

interface Sources {
  readonly texts: readonly { readonly path: string; readonly role: OfflineRole }[];
  readonly files: OfflineMedia;
  readonly pack: (paths: readonly string[], grain: Grain) => PackFiles;
  readonly version: (path: string) => FileVersion;
  readonly templates: Pick<Templates, 'text'>;
}

interface FileVersion {
  readonly digest: string;
  readonly bytes: number;
}

/** What `templates/assets/worker/offline.js` reads. */
interface List {
  /** What a visitor has after the first visit. */
  readonly core: PackList;
  readonly calendars: PackList;
  readonly files: readonly ListedFile[];
  /** The digest of the list of what is stored on request. */
  readonly more: string;
  /** The size of everything, with what is stored on request. */
  readonly bytes: number;
}

interface MoreList {
  readonly rest: PackList;
  readonly pictures: readonly ListedFile[];
}

type ListedFile = readonly [path: string, digest: string];

interface PackList {
  /** The digest of each group, by its name. */
  readonly groups: Readonly<Record<string, string>>;
  readonly recipes: readonly string[];
}

/**
 * The most bytes in a language that a first visit stores. What is larger is loaded on request. Of events, a visit loads a
 * tenth, and the device stores a third. An index of the search has about 600 bytes for a long article.
 */
const MOST_BYTES = { event: 40_000_000, index: 6_000_000 } as const;
/**
 * The most bytes of pages in a language that a first visit stores in all, and that a visitor can store on request. Small
 * pages come first. What does not fit needs a network: a build holds all these texts in memory, and a device has no room
 * for a hundred thousand pages either.
 */
const MOST_IN_ALL = { core: 100_000_000, calendars: 2_000_000, rest: 8_000_000 } as const;

export function offlineFiles(
  site: Site,
  { texts: all, files, pack, version, templates }: Sources,
): readonly AssetFile[] {
  const made: AssetFile[] = [];
  const add = (file: AssetFile): AssetFile => {
    made.push(file);
    return file;
  };
  const packed = (paths: readonly string[], grain: Grain): { readonly list: PackList; readonly bytes: number } => {
    const { groups, recipes } = pack(paths, grain);
    let bytes = 0;
    const saved = (text: string): string => {
      bytes += Buffer.byteLength(text);
      return digestIn(add(named('offline/pack', 'json', text)));
    };
    const list = {
      groups: Object.fromEntries(groups.map(([name, text]) => [name, saved(text)])),
      recipes: recipes.map(saved),
    };
    return { list, bytes };
  };
  const listed = (path: string): ListedFile => [path, version(path).digest.slice(0, 10)];
  const sizeOf = (path: string): number => version(path).bytes;
  const bytesOf = (paths: readonly string[]): number => paths.reduce((sum, path) => sum + sizeOf(path), 0);
  const jsonFile = (name: string, value: object): string =>
    digestIn(add(named(`offline/${name}`, 'json', `${JSON.stringify(value)}\n`)));
  const lists = site.locales.map((locale) => {
    const own = all.filter(({ path }) => localeOf(path, site.locales) === locale);
    const pathsAs = (...roles: readonly OfflineRole[]): readonly string[] =>
      own.filter(({ role }) => roles.includes(role)).map(({ path }) => path);
    const roles = ['event', 'index'] as const;
    const large = roles.filter((role) => bytesOf(pathsAs(role)) > MOST_BYTES[role]);
    const first = fitting(pathsAs('core', ...roles.filter((role) => !large.includes(role))), MOST_IN_ALL.core, sizeOf);
    const core = packed(first.inside, FINE);
    const calendars = packed(fitting(pathsAs('calendar'), MOST_IN_ALL.calendars, sizeOf).inside, WHOLE);
    const others = fitting([...pathsAs('rest', ...large), ...first.outside], MOST_IN_ALL.rest, sizeOf);
    const rest = packed(others.inside, COARSE);
    const more: MoreList = { rest: rest.list, pictures: files.pictures.map(listed) };
    const list: List = {
      core: core.list,
      calendars: calendars.list,
      files: files.core.map(listed),
      more: jsonFile('more', more),
      bytes: core.bytes + calendars.bytes + rest.bytes + bytesOf([...files.core, ...files.pictures]),
    };
    return [locale, jsonFile(locale, list)] as const;
  });
  const code = add(named('worker', 'js', templates.text('assets/worker/offline.js')));
  const build = JSON.stringify({ lists: Object.fromEntries(lists) });
  return [
    ...distinct(made),
    { path: WORKER, text: `self.build = ${build};\nimportScripts('${code.path.slice(1)}');\n` },
  ];
}

interface Fitting {
  readonly inside: readonly string[];
  readonly outside: readonly string[];
}

/** The smallest first; of equal ones, in the order of paths. */
export function fitting(paths: readonly string[], most: number, sizeOf: (path: string) => number): Fitting {
  const sized = paths.map((path) => ({ path, size: sizeOf(path) }));
  sized.sort((one, other) => one.size - other.size || (one.path < other.path ? -1 : 1));
  const sorted = sized.map(({ path }) => path);
  let sum = 0;
  const at = sized.findIndex(({ size }) => (sum += size) > most);
  return at === -1 ? { inside: sorted, outside: [] } : { inside: sorted.slice(0, at), outside: sorted.slice(at) };
}

/** A worker that removes itself and what an earlier one stored. A site without offline use still needs it. */
export const removedWorker = ({ text }: Pick<Templates, 'text'>): AssetFile => ({
  path: WORKER,
  text: text('assets/worker/remove.js'),
});

/** Languages may have equal packs. */
const distinct = (files: readonly AssetFile[]): readonly AssetFile[] => [
  ...new Map(files.map((file) => [file.path, file])).values(),
];

const digestIn = ({ path }: AssetFile): string => path.split('.').at(-2)!;

/** The first language has no folder. */
const localeOf = (path: string, [first, ...others]: readonly Locale[]): Locale =>
  others.find((locale) => path.startsWith(`${locale}/`)) ?? first!;
