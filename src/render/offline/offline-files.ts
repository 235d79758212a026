/**
 * The worker of a site, and for each language the list of what it keeps. Every file that the worker loads has its digest in
 * its name, except `sw.js`, so it never stores a mixture of two builds, whatever caches are in between.
 */
import type { Locale } from '../../kinds/shapes/primitives.ts';
import type { OfflineRole } from '../../site/offline-role.ts';
import { shownOf } from '../../site/documents.ts';
import { entityPath, OFFLINE } from '../../site/links/urls.ts';
import { newestFirst } from '../../site/pages/articles.ts';
import type { Site } from '../../site/site.ts';
import { named, type AssetFile } from '../assets.ts';
import type { Templates } from '../templates/templates.ts';
import { workerOf } from '../theme-files.ts';
import type { FileVersion } from '../writer/writer.ts';
import type { OfflineMedia } from './offline-media.ts';
import { createPacker, type Packer, type Pack } from './pack.ts';
import { hash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';

export const WORKER = '/sw.js';

export interface OfflineText {
  readonly path: string;
  readonly role: OfflineRole;
}

interface Sources {
  readonly texts: readonly OfflineText[];
  readonly files: OfflineMedia;
  /** Its bytes, as `latin1`. */
  readonly read: (path: string) => string;
  readonly version: (path: string) => FileVersion;
  readonly templates: Pick<Templates, 'text'>;
}

interface OfflineFile {
  readonly path: string;
  readonly text: string | Uint8Array;
}

/** The most bytes of packs that a first visit loads. With the look of the site and its fonts, that is 3 MB. */
const MOST_AT_FIRST = 2_600_000;
/** Groups that are left out in this order, to be loaded on request, until the others fit. */
const LEAST_NEEDED = ['event', 'calendar', 'index', 'article'] as const;
/** With more bytes of pages than this, there is no hope that they fit: they are not even packed. */
const MOST_TO_PACK = 40_000_000;
/** The most bytes of pages that a visitor can store on request, the smallest first. The others need a network. */
const MOST_ON_REQUEST = 8_000_000;
const NEWEST_ARTICLES = 50;

export function offlineFiles(site: Site, sources: Sources): readonly OfflineFile[] {
  const { files, version, templates } = sources;
  const made: OfflineFile[] = [];
  const add = <T extends OfflineFile>(file: T): T => {
    made.push(file);
    return file;
  };
  const packed = ({ groups, recipes, frame }: Packs) => {
    for (const { path, text } of [...groups, ...recipes]) add({ path, text });
    return {
      // The digest of what it is compressed with.
      ...(frame && { frame: digestIn(add(named('offline/frame', 'txt', frame)).path) }),
      groups: groups.map((file) => file.listed),
      recipes: recipes.map((file) => file.listed),
    };
  };
  const listed = (path: string): readonly [path: string, digest: string] => [path, version(path).digest.slice(0, 10)];
  const bytesOf = (paths: readonly string[]): number => paths.reduce((sum, path) => sum + version(path).bytes, 0);
  const jsonFile = (name: string, value: object): string =>
    digestIn(add(named(`offline/${name}`, 'json', `${JSON.stringify(value)}\n`)).path);
  const inOrder = orderOf(site);
  const look = packsOf(
    files.texts.map((path) => ({ path, role: 'core' })),
    { ...sources, packer: createPacker(), frame: '' },
  );
  const lists = site.locales.map((locale) => {
    const root = locale === site.locales[0] ? '' : `${locale}/`;
    const own = inOrder(
      sources.texts.filter(({ path }) => localeOf(path, site.locales) === locale),
      root,
    );
    // A page that could not be rendered is missing.
    const rendered = new Set(own.map(({ path }) => path));
    const needed = [OFFLINE, '/program/', '/']
      .map((folder) => `${root}${folder.slice(1)}index.html`)
      .filter((path) => rendered.has(path));
    const frame = needed[0] === undefined ? '' : frameOf(sources.read(needed[0]));
    const packer = createPacker(root);
    const pack = (texts: readonly OfflineText[]): Packs => packsOf(texts, { ...sources, packer, frame });
    const { first, packs } = packedFirst(own, pack, version);
    const others = own.filter((text) => text.role !== 'never' && !first.has(text));
    const rest = pack(fitting(others, MOST_ON_REQUEST, version));
    // The data that the scripts in `templates/assets/worker/` read.
    const more = { rest: packed(rest), pictures: files.pictures.map(listed) };
    const list = {
      // Style sheets, scripts and drawings, which all languages share.
      look: packed(look),
      // The files that a visitor has after the first visit.
      core: packed(packs),
      files: files.core.map(listed),
      // The files that a device without space for all this keeps.
      needed: [...needed, ...files.texts.filter((path) => path.startsWith('assets/site.'))],
      // The digest of the list of what is stored on request.
      more: jsonFile('more', more),
      // The size of everything, with what is stored on request.
      bytes: look.bytes + packs.bytes + rest.bytes + bytesOf([...files.core, ...files.pictures]),
    };
    return [locale, jsonFile(locale, list)] as const;
  });
  const code = add(named('worker', 'js', workerOf(templates)));
  const build = JSON.stringify({ lists: Object.fromEntries(lists) });
  return [
    ...distinct(made),
    { path: WORKER, text: `self.build = ${build};\nimportScripts('${code.path.slice(1)}');\n` },
  ];
}

type Packs = ReturnType<typeof packsOf>;

interface Packing extends Pick<Sources, 'read'> {
  readonly packer: Packer;
  readonly frame: string;
}

function packsOf(texts: readonly OfflineText[], { read, packer, frame }: Packing) {
  const pack = packer(
    texts.map(({ path }) => ({
      path,
      // Read when it is packed: all texts together may be larger than the memory.
      get text() {
        return read(path);
      },
    })),
  );
  const [groups, recipes] = [packFiles(pack.groups, frame), packFiles(pack.recipes, frame)];
  return { frame, groups, recipes, bytes: [...groups, ...recipes].reduce((sum, { text }) => sum + text.length, 0) };
}

/** The files that a first visit loads: everything that is not only for the button, or as much of it as fits. */
function packedFirst(
  own: readonly OfflineText[],
  pack: (texts: readonly OfflineText[]) => Packs,
  version: Sources['version'],
): { readonly first: ReadonlySet<OfflineText>; readonly packs: Packs } {
  let first: readonly OfflineText[] = own.filter(({ role }) => role !== 'rest' && role !== 'never');
  for (const role of [...LEAST_NEEDED, undefined]) {
    const bytes = first.reduce((sum, { path }) => sum + version(path).bytes, 0);
    if (bytes <= MOST_TO_PACK) {
      const packs = pack(first);
      if (packs.bytes <= MOST_AT_FIRST) return { first: new Set(first), packs };
      if (role === undefined) first = fitting(first, (bytes * MOST_AT_FIRST) / packs.bytes / 2, version);
    }
    if (role !== undefined) first = first.filter((text) => text.role !== role);
  }
  first = fitting(first, MOST_TO_PACK / 2, version);
  return { first: new Set(first), packs: pack(first) };
}

/** The smallest, in the order that they have. */
export function fitting(
  texts: readonly OfflineText[],
  most: number,
  version: (path: string) => Pick<FileVersion, 'bytes'>,
): readonly OfflineText[] {
  let sum = 0;
  const sorted = texts
    .map((text) => ({ text, bytes: version(text.path).bytes }))
    .sort((one, other) => one.bytes - other.bytes || (one.text.path < other.text.path ? -1 : 1));
  const inside = new Set(sorted.filter(({ bytes }) => (sum += bytes) <= most).map(({ text }) => text));
  return texts.filter((text) => inside.has(text));
}

/**
 * Events by their time, because neighbours change together, before everything else, by path. Articles other than the
 * newest are for the button.
 */
function orderOf(site: Site): (texts: readonly OfflineText[], root: string) => readonly OfflineText[] {
  const ranks = new Map(site.programme.map(({ entity }, rank) => [entityPath(entity).slice(1), rank]));
  const articles = site.kinds.filter(({ page }) => page?.list === 'articles').flatMap((kind) => shownOf(site, kind));
  const newest = newestFirst(articles).slice(0, NEWEST_ARTICLES);
  // The first page of their list is stored too.
  const kept = new Set(['articles/', ...newest.map((entity) => entityPath(entity).slice(1))]);
  return (texts, root) => {
    const folderOf = ({ path }: OfflineText): string => path.slice(root.length, path.lastIndexOf('/') + 1);
    const rankOf = (text: OfflineText): number => ranks.get(folderOf(text)) ?? Infinity;
    return texts
      .map((text) => (text.role === 'article' && !kept.has(folderOf(text)) ? { ...text, role: 'rest' as const } : text))
      .sort((one, other) => rankOf(one) - rankOf(other) || (one.path < other.path ? -1 : 1));
  };
}

/** A worker that removes itself and what an earlier one stored. A site without offline use still needs it. */
export const removedWorker = ({ text }: Pick<Templates, 'text'>): AssetFile => ({
  path: WORKER,
  text: text('assets/worker/remove.js'),
});

/** Languages may have equal packs. */
const distinct = (files: readonly OfflineFile[]): readonly OfflineFile[] => [
  ...new Map(files.map((file) => [file.path, file])).values(),
];

/** The first language has no folder. */
const localeOf = (path: string, [first, ...others]: readonly Locale[]): Locale =>
  others.find((locale) => path.startsWith(`${locale}/`)) ?? first!;

/**
 * The parts of a pack as files. A part is compressed alone, and a file is many parts: a first visit loads the files, and an
 * update only the parts that changed, by their place in the file. The frame that pages have in common is what all parts
 * are compressed with (the dictionary of deflate), or small ones would be twice as large.
 */
interface PackFile {
  readonly path: string;
  readonly text: Uint8Array;
  readonly listed: ListedPack;
}

/** `names` has three characters for each part, made from its content. */
type ListedPack = readonly [digest: string, names: string, lengths: readonly number[]];

/** Made from a page that seldom changes, without the digests of assets: another frame changes every part. */
const frameOf = (page: string): string =>
  JSON.stringify(page.replaceAll(/\.[0-9a-f]{10}\./g, '.'))
    .replaceAll(/[^\x20-\x7e]/g, '')
    .slice(1, LONGEST_FRAME);

/** More than the head and the bar of a page takes longer to compress with, and gains nothing. */
const LONGEST_FRAME = 10_000;
/** At most 26 files are in the 3 MB of a first visit. */
const LEAST_IN_FILE = 110_000;

function packFiles(parts: Pack['groups'] | Pack['recipes'], frame: string): readonly PackFile[] {
  const options = frame === '' ? {} : { dictionary: Buffer.from(frame) };
  const files: Uint8Array[][] = [[]];
  let bytes = 0;
  for (const part of parts) {
    if (bytes >= LEAST_IN_FILE) {
      files.push([]);
      bytes = 0;
    }
    const compressed = deflateRawSync(Buffer.from(JSON.stringify(part), 'latin1'), options);
    files.at(-1)!.push(compressed);
    bytes += compressed.length;
  }
  return files.map((file) => {
    const { path, text } = named('offline/pack', 'bin', Buffer.concat(file));
    const names = file.map((part) => hash('sha256', part, 'base64url').slice(0, 3)).join('');
    return { path, text, listed: [digestIn(path), names, file.map(({ length }) => length)] };
  });
}

/** The digest in the name of a file. */
const digestIn = (path: string): string => path.split('.').at(-2)!;
