import type { Address } from '../content/document.ts';
import type { KindName } from '../kinds/registry.ts';

/**
 * The third side of the diff: for each managed value, what was sent at the last sync and what the service answered,
 * both as digests. A leaf is named by its path with dots, `theme.accentColor`; a list is one leaf.
 */
export interface BaseLeaf {
  /** The digest of what was sent. */
  readonly sent: string;
  /** The digest of what the service answered. */
  readonly answered: string;
}

/** Marks the digest of a normal form: the service's answer has not been read yet. */
export const UNSEEN_MARK = '~';

export const isUnseen = (digest: string): boolean => digest.startsWith(UNSEEN_MARK);

/** In place of a digest: the value was never sent, and the target does not show its own. They are assumed to agree. */
export const ASSUMED = '?';

/** In place of a digest: an adopted object had a different value, and nobody has decided between the two yet. */
export const UNDECIDED = 'unsettled';

/** True if the value was sent, or was read from the target and equals the file. */
export const isRecorded = (leaf: BaseLeaf | undefined): leaf is BaseLeaf =>
  leaf !== undefined && leaf.sent !== UNDECIDED && leaf.answered !== ASSUMED;

export interface BaseEntry {
  readonly kind: KindName;
  readonly id: string;
  readonly leaves: Readonly<Record<string, BaseLeaf>>;
  /** The remote's own modification time, as answered. */
  readonly updatedAt?: string;
  /** Digests of the last seen values in fields that no file manages; absent if they have not been read yet. */
  readonly seen?: Readonly<Record<string, string>>;
  /** Others changed the object, and not all of it is decided: the change may be in a field that no file manages. */
  readonly edited?: true;
  /** The time at which our last write can last have been sent, by our clock. */
  readonly writtenAt?: number;
  /** `$protect` remains after the file that set it is gone. */
  readonly protect?: true;
  /** The object vanished from a source, and a person decided that the edited file stays. */
  readonly kept?: true;
  /** Name of the stored text of a Markdown body: the ancestor of a three-way merge. */
  readonly body?: string;
  /** The ids of replaced objects, until those objects are deleted. */
  readonly replaces?: readonly string[];
}

export interface Base {
  readonly entries: ReadonlyMap<Address, BaseEntry>;
  /** Ids that we deleted recently, and when by our clock: lists may still show them for a moment. */
  readonly deleted?: ReadonlyMap<string, number>;
}

export const EMPTY_BASE: Base = { entries: new Map() };

/**
 * The instant from which a target certainly shows our last write of an object; undefined if that is over. Until then, an
 * object that it does not show is not visible yet.
 */
export function shownBy(writtenAt: number | undefined, now: number, settle: number): number | undefined {
  if (writtenAt === undefined || Math.abs(now - writtenAt) >= settle) return undefined;
  // The clock of another machine may be ahead of ours; nothing was sent later than now.
  return Math.min(writtenAt, now) + settle;
}

/** The objects that a document's object replaces: several, if repeated replacements were interrupted. */
export const replacedBy = ({ replaces }: Pick<BaseEntry, 'replaces'>): readonly string[] => replaces ?? [];

/** The entry without these ids. An entry that replaces nothing has no such key. */
export function withoutReplaced({ replaces, ...rest }: BaseEntry, gone: readonly string[]): BaseEntry {
  return withReplaced(
    rest,
    (replaces ?? []).filter((id) => !gone.includes(id)),
  );
}

/** The entry with these ids added, never with its own object's id. */
export function withReplaced<E extends BaseEntry>(entry: E, ids: readonly string[]): E {
  const all = [...new Set([...replacedBy(entry), ...ids])].filter((id) => id !== entry.id);
  return all.length === 0 ? entry : { ...entry, replaces: all };
}
