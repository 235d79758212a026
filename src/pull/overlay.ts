import type { ContentFiles, FileEntry } from '../content/files.ts';
import type { FileEdit } from './pull-plan.ts';

/** The content folder as it would be after the edits. */
export function overlaid(files: ContentFiles, edits: readonly FileEdit[]): ContentFiles {
  const removed = new Set(edits.filter(({ kind }) => kind === 'delete').map(({ file }) => file));
  const written = new Map(
    edits.flatMap((edit) => (edit.kind === 'delete' ? [] : [[edit.file, new TextEncoder().encode(edit.text)]])),
  );
  return {
    entries: () => [
      ...files.entries().filter(({ path }) => !removed.has(path) && !written.has(path)),
      ...[...written].map(([path, bytes]): FileEntry => ({ path, type: 'file', bytes: bytes.length })),
    ],
    entry(path) {
      const bytes = written.get(path);
      if (bytes) return { path, type: 'file', bytes: bytes.length };
      return removed.has(path) ? undefined : files.entry(path);
    },
    read: (path) => written.get(path) ?? files.read(path),
  };
}
