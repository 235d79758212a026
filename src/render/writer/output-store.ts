import { hash } from 'node:crypto';

/** What the last build wrote: the digest of each file by its path. */
export type Manifest = ReadonlyMap<string, string>;

/** The edge to where a site lies, with a twin in memory for the preview and for tests. */
export interface OutputStore {
  readonly readManifest: () => Manifest;
  readonly saveManifest: (manifest: Manifest) => void;
  /**
   * Keeps a file ready, unless the one that is there has just these bytes. Nothing of the site changes before `publish`.
   * `replaced`: what is there is none of `ours`.
   */
  readonly stage: (path: string, bytes: Uint8Array, ours: Manifest) => 'written' | 'replaced' | 'unchanged';
  /**
   * Puts those of the files in their place that are kept ready. `ours`: what may be removed where it stands in the way. Of
   * another file that was there, a copy is kept elsewhere.
   */
  readonly publish: (paths: Iterable<string>, ours: Manifest) => void;
  /** Forgets what is kept ready. */
  readonly discard: () => void;
  /** Only if it still has the bytes of that digest. */
  readonly remove: (path: string, digest: string) => 'removed' | 'changed' | 'absent';
}

export const digestOf = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex').slice(0, 32);

/** A path below the site's root, and never out of it. */
export const isSitePath = (path: string): boolean =>
  !/[\\\0]/.test(path) && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
