import type { ContentFiles, FileEntry } from '../content/files.ts';
import type { FileEdit } from './pull-plan.ts';

/** The content folder as it would be after the edits. */
export function overlaid(files: ContentFiles, edits: readonly FileEdit[]): ContentFiles {
  const encoder = new TextEncoder();
  const changed = edits.map(
    (edit) => [edit.file, edit.kind === 'delete' ? undefined : encoder.encode(edit.text)] as const,
  );
  return withFiles(files, new Map(changed));
}

/** The content folder with other bytes in some files, and without those that have none. */
export function withFiles(files: ContentFiles, changed: ReadonlyMap<string, Uint8Array | undefined>): ContentFiles {
  const written = [...changed].filter((each): each is [string, Uint8Array] => each[1] !== undefined);
  return {
    entries: () => [
      ...files.entries().filter(({ path }) => !changed.has(path)),
      ...written.map(([path, bytes]): FileEntry => ({ path, type: 'file', bytes: bytes.length })),
    ],
    entry(path) {
      const bytes = changed.get(path);
      if (bytes) return { path, type: 'file', bytes: bytes.length };
      return changed.has(path) ? undefined : files.entry(path);
    },
    read: (path) => changed.get(path) ?? files.read(path),
  };
}
