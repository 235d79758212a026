import type { UnreadKind } from '../../plan/coverage.ts';
import type { UnmanagedFields } from '../../plan/fields/unmanaged-fields.ts';
import { shownFile } from '../../pull/files/file-paths.ts';
import type { FileEdit, PullConflict, Skipped } from '../../pull/pull-plan.ts';
import type { Pulled as PulledEdits } from '../../pull/run-pull.ts';

export interface PullReport {
  readonly complete: boolean;
  readonly written: readonly string[];
  readonly created: readonly string[];
  readonly deleted: readonly string[];
  readonly conflicts: readonly PullConflict[];
  readonly skipped: readonly Skipped[];
  readonly unmanaged_fields: readonly UnmanagedFields[];
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
