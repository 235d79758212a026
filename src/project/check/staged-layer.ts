/** One folder of content as the next commit would have it. Its files are read on demand, many at once if they are fetched. */
import { posix } from 'node:path';
import { memoryFiles, type FileEntry } from '../../content/files.ts';
import { place, namesOf } from '../../content/placement.ts';
import { readFile, type FileReading } from '../../content/read-file.ts';
import type { Staged } from '../../git/staged.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { StagedMedia } from './media-problems.ts';

export interface StagedLayer {
  /** The start of its file names in diagnostics. */
  readonly prefix: string;
  readonly paths: readonly string[];
  /** The paths that the commit adds, changes or deletes. */
  readonly changed: ReadonlySet<string>;
  /** The name of its content; undefined for a link, which leads to that of others. */
  readonly blobOf: (path: string) => string | undefined;
  /** Gets the texts of these files from git, so that reading them does not start it once for each. */
  readonly fetch: (paths: readonly string[]) => void;
  readonly read: (path: string) => FileReading;
  /** The bytes of a file that is not a media file. */
  readonly bytesOf: (path: string) => Uint8Array;
  /** Undefined if git has only a pointer to the content. */
  readonly mediaAt: (path: string) => Uint8Array | undefined;
}

export function stagedLayer({ files, changed, read: readBlobs }: Staged, prefix: string): StagedLayer {
  const texts = new Map<string, Uint8Array>();
  const fetch = (paths: readonly string[]): void => {
    const blobs = paths.filter(isText).map((path) => files.get(path)!.blob);
    for (const [blob, bytes] of readBlobs(blobs.filter((blob) => !texts.has(blob)))) texts.set(blob, bytes);
  };
  const bytesAt = (path: string): Uint8Array => {
    const { blob } = files.get(path)!;
    let bytes = texts.get(blob);
    if (!bytes) texts.set(blob, (bytes = readBlobs([blob]).get(blob) ?? new Uint8Array()));
    return bytes;
  };
  const read = (path: string): FileReading => {
    const { isLink } = files.get(path)!;
    const target = isLink ? targetOf(path, bytesAt(path)) : path;
    const entry: FileEntry = files.has(target)
      ? { path, type: 'file', bytes: isText(path) ? bytesAt(target).length : 0 }
      : { path, type: 'outside-link' };
    // The files behind a link to a folder are checked in their own place.
    if (isLink && [...files.keys()].some((each) => each.startsWith(`${target}/`)))
      return { path, diagnostics: [], ignored: true };
    return readFile({ ...memoryFiles({}), read: () => bytesAt(target) }, entry, prefix);
  };
  return {
    prefix,
    paths: [...files.keys()],
    changed,
    blobOf: (path) => (files.get(path)?.isLink ? undefined : files.get(path)?.blob),
    fetch,
    read,
    bytesOf: bytesAt,
    mediaAt: (path) => {
      const bytes = bytesAt(files.get(path)!.isLink ? targetOf(path, bytesAt(path)) : path);
      return POINTER.equals(bytes.subarray(0, POINTER.length)) ? undefined : bytes;
    },
  };
}

const isText = (path: string): boolean => place(path).type !== 'media';

/** How a file begins whose content Git LFS keeps elsewhere. */
const POINTER = Buffer.from('version https://git-lfs.github.com/spec/');

const targetOf = (path: string, link: Uint8Array): string =>
  posix.join(posix.dirname(path), new TextDecoder().decode(link));

/** Selects the problems that a commit makes: those in its own files, and those in others that were not there before it. */
export type Concerns = (diagnostic: Diagnostic) => boolean;

/** True for a problem in the files of the commit, or with a note about one of them. */
export function concernsOf(layers: readonly StagedLayer[]): Concerns {
  const isStaged = isChangedIn(layers);
  return ({ at, notes }) => isStaged(at.file) || notes.some((note) => note.at && isStaged(note.at.file));
}

interface Commit {
  readonly concerns: Concerns;
  /** The problems of the content before the commit, which are seldom needed. */
  readonly before: () => Promise<readonly Diagnostic[]>;
}

export async function madeByCommit(
  found: readonly Diagnostic[],
  { concerns, before }: Commit,
): Promise<readonly Diagnostic[]> {
  if (found.every(concerns)) return found;
  const old = new Set((await before()).map(keyOf));
  return found.filter((each) => concerns(each) || !old.has(keyOf(each)));
}

/** The file is the same before and after, so a problem in it keeps its place. */
const keyOf = ({ code, message, at, notes }: Diagnostic): string =>
  JSON.stringify([code, message, at.file, at.line, at.column, notes.map((note) => note.message)]);

/** A file that overrides a changed one, or is overridden by it, is part of the same document. */
function isChangedIn(layers: readonly StagedLayer[]): (file: string) => boolean {
  const names = layers.map(({ changed }) => new Set([...changed].flatMap(namesOf)));
  return (file) => {
    const own = layerOf(file, layers);
    if (own === undefined) return false;
    const path = file.slice(own.prefix.length);
    // A problem with the folder itself has no path in it.
    if (path === '') return own.changed.size > 0;
    const around = names.filter((_, index) => layers[index] !== own);
    return own.changed.has(path) || namesOf(path).some((name) => around.some((each) => each.has(name)));
  };
}

/** The longest prefix wins: seen from inside the content folder, its prefix begins all others. */
const layerOf = (file: string, layers: readonly StagedLayer[]): StagedLayer | undefined =>
  layers
    .filter(({ prefix }) => file.startsWith(prefix))
    .toSorted((a, b) => b.prefix.length - a.prefix.length)
    .at(0);

/**
 * The media files that a commit concerns: its own, and those that its documents name. Undefined if the commit has
 * neither a media file nor a document that names one.
 */
export function stagedMediaIn(layers: readonly StagedLayer[]): StagedMedia | undefined {
  if (!layers.some(concernsMedia)) return undefined;
  const touched = new Set(layers.flatMap(({ changed }) => [...changed].flatMap(namesOf)));
  const isTouched = (path: string): boolean => namesOf(path).some((name) => touched.has(name));
  const pathIn = (file: string, { prefix }: StagedLayer): string => file.slice(prefix.length);
  return {
    isStaged: (file) => isTouched(pathIn(file, layerOf(file, layers)!)),
    read: (file) => {
      const layer = layerOf(file, layers)!;
      return layer.mediaAt(pathIn(file, layer));
    },
  };
}

/** A document may name media in a language of its own, so its text is searched, not its fields. */
function concernsMedia({ paths, changed, fetch, bytesOf }: StagedLayer): boolean {
  const there = new Set(paths);
  const left = [...changed].filter((path) => there.has(path));
  if (left.some((path) => place(path).type === 'media')) return true;
  fetch(left);
  return left.some((path) => Buffer.from(bytesOf(path)).includes('media/'));
}
