import { hash } from 'node:crypto';

/** What the last build wrote: the digest of each file by its path. */
export type Manifest = ReadonlyMap<string, string>;

/** The edge to where a site lies, with a twin in memory for the preview and for tests. */
export interface OutputStore {
  readonly readManifest: () => Manifest;
  readonly saveManifest: (manifest: Manifest) => void;
  /**
   * Leaves a file alone that has just these bytes. `ours`: what may be removed where it stands in the way. Of another file
   * that was there, a copy is kept elsewhere.
   */
  readonly put: (path: string, bytes: Uint8Array, ours: Manifest) => 'written' | 'replaced' | 'unchanged';
  /** Only if it still has the bytes of that digest. */
  readonly remove: (path: string, digest: string) => 'removed' | 'changed' | 'absent';
}

export const digestOf = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex').slice(0, 32);

/** A path below the site's root, and never out of it. */
export const isSitePath = (path: string): boolean =>
  !/[\\\0]/.test(path) && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
