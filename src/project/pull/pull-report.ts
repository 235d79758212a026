import type { UnreadKind } from '../../plan/plan.ts';
import type { UnmanagedFields } from '../../plan/fields/unmanaged.ts';
import { shownFile, type FileEdit, type PullConflict, type Skipped } from '../../pull/pull-plan.ts';
import type { Pulled as PulledEdits } from '../../pull/run-pull.ts';

/** The result of a pull. */
export interface PullReport {
  /** True if the target could be read completely. */
  readonly complete: boolean;
  /** The files that were changed. */
  readonly written: readonly string[];
  /** The files that were created. */
  readonly created: readonly string[];
  /** The files that were deleted. */
  readonly deleted: readonly string[];
  /** Values that changed on both sides. */
  readonly conflicts: readonly PullConflict[];
  /** Documents that were left out, with the reason. */
  readonly skipped: readonly Skipped[];
  /** Changes to fields that no file has, which were not pulled. */
  readonly unmanaged_fields: readonly UnmanagedFields[];
  /** Further notes, in words. */
  readonly notes: readonly string[];
}

interface Shown extends PulledEdits {
  readonly unread: readonly UnreadKind[];
}

/** `edits`: with file names relative to the project's folder. */
export function reportPull({ edits, conflicts, skipped, notes, unmanaged, unread }: Shown): PullReport {
  const files = (kind: FileEdit['kind']): readonly string[] =>
    edits.filter((edit) => edit.kind === kind).map(({ file }) => file);
  return {
    complete: unread.length === 0,
    written: files('edit'),
    created: files('create'),
    deleted: files('delete'),
    conflicts,
    skipped,
    unmanaged_fields: unmanaged,
    notes,
  };
}

export const named = (edits: readonly FileEdit[], prefix: string): readonly FileEdit[] =>
  edits.map((edit) => ({ ...edit, file: shownFile(prefix, edit.file) }));
