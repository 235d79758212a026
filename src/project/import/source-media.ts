/**
 * Pictures and other files that come with a source. The digests of what the source had last time are committed with its state,
 * so that a file which changed there alone is replaced, and one that somebody changed here is not.
 */
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { memoryFiles } from '../../content/files.ts';
import { readFile, type FileReading } from '../../content/read-file.ts';
import type { SourceMedia } from '../../import/source.ts';
import { refuseLinkOutOf } from '../../machine/symbolic-links.ts';
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

/** A content folder in which the files that a document uses are written before it: it would be invalid without them. */
export function withMediaFirst(
  folder: Folder,
  { root, unfinished }: Place,
  media: readonly SourceMedia[],
  names: Set<string>,
): Folder {
  return {
    ...folder,
    write: async (path, text) => {
      for (const each of usedIn([text], root, media)) {
        writeMedia({ root, unfinished }, each);
        names.add(pathOf(each));
      }
      await folder.write(path, text);
    },
  };
}

/** Those that are not there yet. */
export function usedIn(texts: readonly string[], root: string, media: readonly SourceMedia[]): readonly SourceMedia[] {
  const used = media.filter((each) => texts.some((text) => text.includes(pathOf(each))));
  return used.filter((each) => !existsSync(join(root, pathOf(each))));
}

export const pathOf = ({ name }: SourceMedia): string => `media/${name}`;

interface Place {
  /** The content folder. */
  readonly root: string;
  readonly unfinished: string;
}

function writeMedia({ root, unfinished }: Place, each: SourceMedia): void {
  refuseLinkOutOf(root, pathOf(each));
  mkdirSync(dirname(join(root, pathOf(each))), { recursive: true });
  replaceFile(join(root, pathOf(each)), each.bytes(), { unfinished });
}

const digestOf = (bytes: Uint8Array): string => hash('sha256', bytes, 'base64url');

interface Replacing extends Place {
  /** Where the digests of last time are. */
  readonly record: string;
  readonly media: readonly SourceMedia[];
  readonly names: Set<string>;
  readonly theirs: boolean;
  readonly ours: boolean;
  readonly isDryRun: boolean;
}

/** Replaces the files here that changed in the source. Returns those that changed on both sides. */
export function replaceMedia(replacing: Replacing): readonly PullConflict[] {
  const { root, unfinished, record, media, names, theirs, ours, isDryRun } = replacing;
  const before = (ifPossible(() => JSON.parse(readFileSync(record, 'utf8'))) ?? {}) as Readonly<Record<string, string>>;
  const conflicts: PullConflict[] = [];
  const known = { ...before };
  for (const each of media) {
    const path = pathOf(each);
    if (!existsSync(join(root, path))) continue;
    const [there, here] = [each.bytes(), readFileSync(join(root, path))].map(digestOf) as [string, string];
    const last = before[path] ?? there;
    const isOpen = there !== last && there !== here;
    if (isOpen && here !== last && !theirs && !ours) {
      conflicts.push({ address: path, fields: [], reason: 'changed here and in the source' });
      continue;
    }
    known[path] = there;
    if (!isOpen || (ours && here !== last)) continue;
    if (!isDryRun) writeMedia({ root, unfinished }, each);
    names.add(path);
  }
  const text = `${JSON.stringify(Object.fromEntries(Object.entries(known).sort()), null, 2)}\n`;
  if (!isDryRun && media.length > 0) replaceFile(record, text);
  return conflicts;
}
