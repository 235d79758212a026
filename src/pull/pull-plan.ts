/** The edits of a pull as data that can be shown, checked and applied. */
import type { Address } from '../content/document.ts';
import type { KindName } from '../kinds/registry.ts';
import type { BaseEntry } from '../model/base.ts';
import type { RemoteRecord } from '../model/snapshot.ts';
import type { UnmanagedFields } from '../plan/fields/unmanaged.ts';
import type { FieldChange } from '../plan/plan.ts';
import { posix } from 'node:path';

/**
 * A change of one file, by its path from the content folder. Files in a target's own folder, which is next to it, are named
 * `../content.staging/…`: joined to the content folder, this is the path of the file.
 */
export type FileEdit =
  /** A new file. */
  | { readonly kind: 'create'; readonly file: string; readonly text: string }
  /** A file with other text than before. */
  | { readonly kind: 'edit'; readonly file: string; readonly before: string; readonly text: string }
  /** A file that is deleted. */
  | { readonly kind: 'delete'; readonly file: string; readonly before: string };

/** Something that the pull leaves to a person. */
export interface PullConflict {
  /** The document's address. */
  readonly address: Address;
  /** Names of leaves; empty if it concerns the whole document. */
  readonly fields: readonly string[];
  /** Why a person has to decide. */
  readonly reason: string;
  /** The values of these fields: `before` is that of the target, `after` that of the file. */
  readonly values?: readonly FieldChange[];
}

/** A document, or fields of one, left out although the target has them. */
export interface Skipped {
  /** The document's address. */
  readonly address: Address;
  /** The file, relative to the project's folder. */
  readonly file: string;
  /** Empty if it concerns the whole document. */
  readonly fields: readonly string[];
  /** Why it was left out. */
  readonly reason: string;
}

/** The agreement of file and target after the edits, to be recorded in the base. */
export type Learning =
  /** The file was deleted, and stays so: what changed on the other side since is seen. */
  | { readonly type: 'decline'; readonly record: RemoteRecord }
  /** The object vanished, and the edited file stays. */
  | { readonly type: 'keep'; readonly entry: BaseEntry }
  | {
      readonly type: 'forget';
      /** The document's address in the base, if it moved since. */
      readonly from?: Address;
    }
  | {
      readonly type: 'agree';
      readonly record: RemoteRecord;
      /** The leaves that were taken from the target; all of them for a new file. */
      readonly taken: 'all' | ReadonlySet<string>;
      /** Leaves in which the file now has both changes, so it is ahead of the target. */
      readonly merged: ReadonlySet<string>;
      /** The leaves that the file had before. */
      readonly before: ReadonlySet<string>;
      /** The Markdown body to merge from next time, if it differs from the file's. */
      readonly ancestor?: string;
      /** The object's entry in the base; absent if it is adopted now. */
      readonly entry?: BaseEntry;
      /** The document's address in the base, if it moved since. */
      readonly from?: Address;
      /** Fields that no file had and whose change on the target is accepted by the pull. */
      readonly accepted?: readonly string[];
    };

/** The edits of one document. */
export interface Proposal {
  readonly address: Address;
  readonly kind: KindName;
  readonly id: string;
  readonly edits: readonly FileEdit[];
  readonly learning?: Learning;
  readonly conflicts: readonly PullConflict[];
  readonly skipped: readonly Skipped[];
  readonly notes: readonly string[];
  /** Other targets that get the changes too, because they share the files. */
  readonly sharedWith?: readonly string[];
}

/** The edits of a pull. */
export interface Pulled {
  /** The files that were written, or would be. */
  readonly edits: readonly FileEdit[];
  /** Values that changed on both sides. */
  readonly conflicts: readonly PullConflict[];
  /** Documents that were left out, with the reason. */
  readonly skipped: readonly Skipped[];
  /** Further notes, in words. */
  readonly notes: readonly string[];
  /** Changes in fields that the files do not have, which were not pulled. */
  readonly unmanaged: readonly UnmanagedFields[];
}

export const editsOf = (proposals: readonly Proposal[]): readonly FileEdit[] => proposals.flatMap(({ edits }) => edits);

export const isDeletion = ({ edits }: Proposal): boolean => edits.some(({ kind }) => kind === 'delete');

/** The name of a file for people and diagnostics. `prefix` comes before the names of the content folder's files. */
export const shownFile = (prefix: string, file: string): string => posix.normalize(prefix + file);

export const fileBelow = (prefix: string, shown: string): string => posix.relative(prefix, shown);
