/** One folder of content as the next commit would have it. Its files are read on demand, many at once if they are fetched. */
import { posix } from 'node:path';
import { memoryFiles, type FileEntry } from '../../content/files.ts';
import { place } from '../../content/placement.ts';
import { readFile, type FileReading } from '../../content/read-file.ts';
import type { Staged } from '../../git/staged.ts';

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
