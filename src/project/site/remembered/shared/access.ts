import type { CacheFile } from '../../../../render/remember/cache-file.ts';
import type { ArchiveStore, Within } from './archive-store.ts';
import type { KnownArchives } from './known-archives.ts';

/** A store that is open, and what this machine has. */
export interface Access {
  readonly store: ArchiveStore;
  readonly within: Within;
  /** The key that proves who wrote an archive; undefined if every archive counts. */
  readonly key: string | undefined;
  readonly cache: CacheFile;
  readonly scope: string;
  readonly known: KnownArchives;
  readonly limits: Limits;
}

export interface Limits {
  /** Fewer files are rendered faster than a store answers. */
  readonly few: number;
  /** Milliseconds for a first answer. */
  readonly answer: number;
  /** Milliseconds to load or add archives, at least: a push takes seconds even if it is small. */
  readonly transfer: number;
  /** Milliseconds for each file: a store must not take longer than rendering it. */
  readonly perFile: number;
  /** A store with so many more archives than necessary is packed again. */
  readonly loose: number;
}

export const LIMITS: Limits = { few: 50, answer: 5000, transfer: 15_000, perFile: 5, loose: 16 };

export const timeFor = (files: number, { transfer, perFile }: Limits): number => Math.max(transfer, files * perFile);
