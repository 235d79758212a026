import type { Address } from '../content/document.ts';
import type { KindName } from '../kinds/registry.ts';

/**
 * The third side of the diff: what was sent for each managed value at the last sync, and what the service made of it,
 * both as digests. A leaf is named by its path with dots, `theme.accentColor`; a list is one leaf.
 */
export interface BaseLeaf {
  readonly sent: string;
  readonly answered: string;
}

/** Marks the digest of a normal form: nobody has seen yet what the service answers. */
export const UNSEEN_MARK = '~';

export const isUnseen = (digest: string): boolean => digest.startsWith(UNSEEN_MARK);

export interface BaseEntry {
  readonly kind: KindName;
  readonly id: string;
  readonly leaves: Readonly<Record<string, BaseLeaf>>;
  /** The remote's own time of the last change, as answered. */
  readonly updatedAt?: string;
  /** Digests of what was last seen in the fields that no file manages; absent where nobody has looked yet. */
  readonly seen?: Readonly<Record<string, string>>;
  /** Others changed it, and not all of that is settled: it may be in a field that no file manages. */
  readonly edited?: true;
  /** When we last wrote it, by our clock: lists may lag behind for a moment. */
  readonly writtenAt?: number;
  /** `$protect` outlives the file that said it. */
  readonly protect?: true;
  /** Name of the kept text of a Markdown body: the ancestor of a three-way merge. */
  readonly body?: string;
  /** The ids that replacements have taken the place of, until those objects are deleted. */
  readonly replaces?: readonly string[];
}

export interface Base {
  readonly entries: ReadonlyMap<Address, BaseEntry>;
  /** Ids that we deleted lately, and when by our clock: lists may still show them for a moment. */
  readonly deleted?: ReadonlyMap<string, number>;
}

export const EMPTY_BASE: Base = { entries: new Map() };
