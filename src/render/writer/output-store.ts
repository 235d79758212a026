import { digestOf } from '../../values/site-file.ts';
import { packTexts } from '../remember/packed-texts.ts';

/** The files that the last build wrote: the digest of each, by path. */
export type Manifest = ReadonlyMap<string, string>;

export interface TextFile {
  readonly path: string;
  readonly text: string;
}

/** Work beside the files of a site, perhaps in the thread that writes them. The functions that it returns wait for it. */
export interface Beside {
  /** Packs the texts of files for a later build. Undefined if that failed. */
  readonly pack: (files: readonly TextFile[]) => () => Uint8Array | undefined;
}

/** Packs at once, because texts take memory. */
export const inThisThread: Beside = {
  pack(files) {
    const packed = packTexts(files.map(({ text }) => text));
    return () => packed;
  },
};

/** The storage of a site: on disk, or in memory for the preview and for tests. */
export interface OutputStore {
  readonly readManifest: () => Manifest;
  /** `ours` is what this build has read, `now` are its own files. The manifest may have files of earlier ones too. */
  readonly saveManifest: (manifest: Manifest, of: { readonly ours: Manifest; readonly now: Manifest }) => void;
  /** True if the published file is known to have this digest. False if it would have to be read. */
  readonly isInPlace: (path: string, digest: string) => boolean;
  /**
   * Stages a file, unless the existing one has the same bytes. The site does not change before `publish`. `replaced`:
   * the existing file is not one of `ours`. It may be written while the program goes on, until one of the files is read or
   * published; the memory of `content` is used again at once.
   */
  readonly stage: (path: string, content: Uint8Array, ours: Manifest) => 'written' | 'replaced' | 'unchanged';
  /**
   * Moves the staged ones of these files into place. `ours` are files that may be removed if they are in the way. Any other
   * file that is replaced is copied to the trash. Nothing else may be staged: where there is no site yet, all is moved at
   * once. Fails before it moves anything if fewer than `staged` are left.
   */
  readonly publish: (files: Manifest, how: { readonly ours: Manifest; readonly staged: number }) => void;
  /** A file of the site as it will be published. */
  readonly read: (path: string) => Uint8Array;
  readonly beside: Beside;
  /** Discards the staged files, and those of earlier builds that were killed. */
  readonly discard: () => void;
  /** Removes the file only if its content still has that digest. */
  readonly remove: (path: string, digest: string) => 'removed' | 'changed' | 'absent';
}

export function memoryStore(): OutputStore & { readonly files: ReadonlyMap<string, Uint8Array> } {
  const files = new Map<string, Uint8Array>();
  const staged = new Map<string, Uint8Array>();
  let manifest: Manifest = new Map();
  const stage: OutputStore['stage'] = (path, content) => {
    const bytes = Buffer.from(content);
    const there = files.get(path);
    if (there !== undefined && Buffer.compare(there, bytes) === 0) return 'unchanged';
    staged.set(path, bytes);
    return 'written';
  };
  return {
    files,
    readManifest: () => manifest,
    saveManifest: (next) => void (manifest = next),
    isInPlace: (path, digest) => files.has(path) && digestOf(files.get(path)!) === digest,
    stage,
    publish() {
      for (const [path, bytes] of staged) files.set(path, bytes);
    },
    beside: inThisThread,
    read: (path) => staged.get(path) ?? files.get(path)!,
    discard: () => staged.clear(),
    remove(path, digest) {
      const there = files.get(path);
      if (!there) return 'absent';
      if (digestOf(there) !== digest) return 'changed';
      files.delete(path);
      return 'removed';
    },
  };
}
