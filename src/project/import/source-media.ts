/**
 * Pictures and other files that come with a source. The digests of what the source had last time are committed with its state,
 * so that a file which changed there alone is replaced, and one that somebody changed here is not.
 */
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoryFiles } from '../../content/files.ts';
import { readFile, type FileReading } from '../../content/read-file.ts';
import type { SourceMedia } from '../../import/source.ts';
import type { FileChange } from '../../machine/change-files.ts';
import { replaceFile } from '../../machine/replace-file.ts';
import type { PullConflict } from '../../pull/pull-plan.ts';
import type { Folder } from '../../pull/files/folder.ts';
import { ifPossible } from '../../values/if-possible.ts';
import type { Present } from '../files/present-content.ts';

/** The present content as if the files were in the content folder already. */
export function withMedia(
  media: readonly SourceMedia[],
  presentWith: (added: readonly FileReading[]) => Present,
): Present {
  const present = presentWith([]);
  const added = media.filter((each) => !present.broadcast.media.has(pathOf(each)));
  if (added.length === 0) return present;
  const files = memoryFiles(Object.fromEntries(added.map((each) => [pathOf(each), each.bytes()])));
  return presentWith(files.entries().map((entry) => readFile(files, entry, present.prefix)));
}

/** A content folder that gets the files which its new documents use with them: they would be invalid without. */
export function withUsedMedia(folder: Folder, root: string, media: readonly SourceMedia[], names: Set<string>): Folder {
  return {
    ...folder,
    change: async (changes) => {
      const texts = changes.flatMap(({ after }) => (typeof after === 'string' ? [after] : []));
      const used = usedIn(texts, root, media);
      for (const each of used) names.add(pathOf(each));
      await folder.change([
        ...used.map((each) => ({ path: pathOf(each), before: undefined, after: each.bytes() })),
        ...changes,
      ]);
    },
  };
}

/** Those that are not there yet. */
export function usedIn(texts: readonly string[], root: string, media: readonly SourceMedia[]): readonly SourceMedia[] {
  const used = media.filter((each) => texts.some((text) => text.includes(pathOf(each))));
  return used.filter((each) => !existsSync(join(root, pathOf(each))));
}

export const pathOf = ({ name }: SourceMedia): string => `media/${name}`;

const digestOf = (bytes: Uint8Array): string => hash('sha256', bytes, 'base64url');

interface Replacing {
  readonly folder: Folder;
  /** The content folder. */
  readonly root: string;
  /** Where the digests of last time are. */
  readonly record: string;
  readonly media: readonly SourceMedia[];
  readonly names: Set<string>;
  readonly theirs: boolean;
  readonly ours: boolean;
  readonly isDryRun: boolean;
}

/** Replaces the files here that changed in the source. Returns those that changed on both sides. */
export async function replaceMedia(replacing: Replacing): Promise<readonly PullConflict[]> {
  const { folder, root, record, media, names, theirs, ours, isDryRun } = replacing;
  const before = (ifPossible(() => JSON.parse(readFileSync(record, 'utf8'))) ?? {}) as Readonly<Record<string, string>>;
  const conflicts: PullConflict[] = [];
  const changes: FileChange[] = [];
  const known = { ...before };
  for (const each of media) {
    const path = pathOf(each);
    if (!existsSync(join(root, path))) continue;
    const [after, present] = [each.bytes(), readFileSync(join(root, path))];
    const [there, here] = [digestOf(after), digestOf(present)];
    const last = before[path] ?? there;
    const isOpen = there !== last && there !== here;
    if (isOpen && here !== last && !theirs && !ours) {
      conflicts.push({ address: path, fields: [], reason: 'changed here and in the source' });
      continue;
    }
    known[path] = there;
    if (!isOpen || (ours && here !== last)) continue;
    changes.push({ path, before: present, after });
    names.add(path);
  }
  const text = `${JSON.stringify(Object.fromEntries(Object.entries(known).sort()), null, 2)}\n`;
  if (isDryRun || media.length === 0) return conflicts;
  await folder.change(changes);
  replaceFile(record, text);
  return conflicts;
}
