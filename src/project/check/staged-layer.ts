/** One folder of content as the next commit would have it. Its files are read on demand. */
import { posix } from 'node:path';
import { memoryFiles, type FileEntry } from '../../content/files.ts';
import { place } from '../../content/placement.ts';
import { readFile, type FileReading } from '../../content/read-file.ts';
import type { Staged, StagedFile } from '../../git/staged.ts';

export interface StagedLayer {
  /** The start of its file names in diagnostics. */
  readonly prefix: string;
  readonly paths: readonly string[];
  /** The paths that the commit adds, changes or deletes. */
  readonly changed: ReadonlySet<string>;
  readonly read: (path: string) => FileReading;
  /** The reading of a file of which only the path matters. */
  readonly leave: (path: string) => FileReading;
  /** Empty for media, which may be large. */
  readonly bytesOf: (path: string) => Uint8Array;
  /** Undefined if git has only a pointer to the content. */
  readonly mediaAt: (path: string) => Uint8Array | undefined;
}

export function stagedLayer({ files, changed, read: readBlobs }: Staged, prefix: string): StagedLayer {
  const isText = ([path]: readonly [string, StagedFile]): boolean => place(path).type !== 'media';
  let texts: Map<string, Uint8Array> | undefined;
  const bytesAt = (path: string): Uint8Array => {
    texts ??= new Map(readBlobs([...files].filter(isText).map(([, { blob }]) => blob)));
    const { blob } = files.get(path)!;
    let bytes = texts.get(blob);
    if (!bytes) texts.set(blob, (bytes = readBlobs([blob]).get(blob) ?? new Uint8Array()));
    return bytes;
  };
  const read = (path: string): FileReading => {
    const { isLink } = files.get(path)!;
    const target = isLink ? targetOf(path, bytesAt(path)) : path;
    const entry: FileEntry = files.has(target)
      ? { path, type: 'file', bytes: place(path).type === 'media' ? 0 : bytesAt(target).length }
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
    read,
    leave: (path) => unread(path, read),
    bytesOf: (path) => (place(path).type === 'media' ? new Uint8Array() : bytesAt(path)),
    mediaAt: (path) => {
      const bytes = bytesAt(files.get(path)!.isLink ? targetOf(path, bytesAt(path)) : path);
      return POINTER.equals(bytes.subarray(0, POINTER.length)) ? undefined : bytes;
    },
  };
}

/** Media are measured when a rule asks; of the rest only the path is known. */
function unread(path: string, read: (path: string) => FileReading): FileReading {
  const placement = place(path);
  if (placement.type === 'media') return read(path);
  if (placement.type !== 'document')
    return { path, diagnostics: [], ...(placement.type === 'ignored' && { ignored: true }) };
  const { address, kind } = placement;
  return { path, diagnostics: [], unread: { address, kind } };
}

/** How a file begins whose content Git LFS keeps elsewhere. */
const POINTER = Buffer.from('version https://git-lfs.github.com/spec/');

const targetOf = (path: string, link: Uint8Array): string =>
  posix.join(posix.dirname(path), new TextDecoder().decode(link));
