/** Pictures and other files that come with a source. One that exists is never overwritten. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { memoryFiles } from '../../content/files.ts';
import { readFile, type FileReading } from '../../content/read-file.ts';
import type { SourceMedia } from '../../import/source.ts';
import { refuseLinkOutOf } from '../../machine/symbolic-links.ts';
import { replaceFile } from '../../machine/replace-file.ts';
import type { Folder } from '../../pull/files/folder.ts';
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
  root: string,
  media: readonly SourceMedia[],
  names: Set<string>,
): Folder {
  return {
    ...folder,
    write: async (path, text) => {
      for (const each of usedIn([text], root, media)) {
        refuseLinkOutOf(root, pathOf(each));
        mkdirSync(dirname(join(root, pathOf(each))), { recursive: true });
        replaceFile(join(root, pathOf(each)), each.bytes());
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
