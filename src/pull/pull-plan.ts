/** What a pull would do, as data: it can be shown, checked and carried out. */
import type { Address } from '../content/document.ts';
import type { KindName } from '../kinds/registry.ts';
import type { BaseEntry } from '../model/base.ts';
import type { RemoteRecord } from '../model/snapshot.ts';
import type { UnmanagedFields } from '../plan/fields/unmanaged-fields.ts';

/** A change of one file, by its path below the content folder. */
export type FileEdit =
  | { readonly kind: 'create'; readonly file: string; readonly text: string }
  | { readonly kind: 'edit'; readonly file: string; readonly before: string; readonly text: string }
  | { readonly kind: 'delete'; readonly file: string; readonly before: string };

/** Something that the pull leaves to a person. */
export interface PullConflict {
  readonly address: Address;
  /** Leaves by their names; none where it is about the whole document. */
  readonly fields: readonly string[];
  readonly reason: string;
}

/** A document, or fields of one, left out although the target has them. */
export interface Skipped {
  readonly address: Address;
  readonly file: string;
  /** None where it is the whole document. */
  readonly fields: readonly string[];
  readonly reason: string;
}

/** What file and target agree on once the edits are made: what the base has to learn. */
export type Learning =
  | { readonly type: 'forget' }
  | {
      readonly type: 'agree';
      readonly record: RemoteRecord;
      /** The leaves that were taken from the target; all of them for a new file. */
      readonly taken: 'all' | ReadonlySet<string>;
      /** Leaves of which both changes are in the file now: the file is ahead of the target. */
      readonly merged: ReadonlySet<string>;
      /** The leaves that the file had before. */
      readonly before: ReadonlySet<string>;
      /** The Markdown body to merge from next time, where that is not the file's. */
      readonly ancestor?: string;
      /** What the base knew of the object; nothing where it is taken over now. */
      readonly entry?: BaseEntry;
      /** The address that the document had in the base, where it moved since. */
      readonly from?: Address;
      /** Fields that no file had and whose change on the target is settled by the pull. */
      readonly settled?: readonly string[];
    };

/** What is to be done about one document. */
export interface Proposal {
  readonly address: Address;
  readonly kind: KindName;
  readonly id: string;
  readonly edits: readonly FileEdit[];
  readonly learning?: Learning;
  readonly conflicts: readonly PullConflict[];
  readonly skipped: readonly Skipped[];
  readonly notes: readonly string[];
  /** Other targets that get the changes too, because the files are theirs as well. */
  readonly sharedWith?: readonly string[];
}

export interface PullPlan {
  readonly proposals: readonly Proposal[];
  /** What was changed in fields that the files do not have, and is not taken. */
  readonly unmanaged: readonly UnmanagedFields[];
  readonly conflicts: readonly PullConflict[];
  readonly skipped: readonly Skipped[];
  readonly notes: readonly string[];
}

export const editsOf = (proposals: readonly Proposal[]): readonly FileEdit[] => proposals.flatMap(({ edits }) => edits);
