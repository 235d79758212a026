import { digestOf } from '../../values/site-file.ts';

/** The files that the last build wrote: the digest of each, by path. */
export type Manifest = ReadonlyMap<string, string>;

/** The storage of a site: on disk, or in memory for the preview and for tests. */
export interface OutputStore {
  readonly readManifest: () => Manifest;
  /** `ours` is what this build has read. The manifest may have files of earlier ones too. */
  readonly saveManifest: (manifest: Manifest, ours: Manifest) => void;
  /**
   * Stages a file, unless the existing one has the same bytes. The site does not change before `publish`. `replaced`:
   * the existing file is not one of `ours`. The memory of `content` is used again at once.
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
    stage,
    publish() {
      for (const [path, bytes] of staged) files.set(path, bytes);
    },
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
