/** Pictures and other files that come with a source. One that exists is never overwritten. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { memoryFiles } from '../../content/files.ts';
import { readFile, type FileReading } from '../../content/read-file.ts';
import type { SourceMedia } from '../../import/source.ts';
import { refuseLinkOutOf } from '../../machine/symbolic-links.ts';
import { replaceFile } from '../../machine/replace-file.ts';
import type { FileEdit } from '../../pull/pull-plan.ts';
import type { Present } from '../files/present-content.ts';

const pathOf = ({ name }: SourceMedia): string => `media/${name}`;

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

interface Writing {
  readonly config: Config;
  readonly isDryRun: boolean;
}

/** Writes the files that the imported documents use, and returns their names. */
export async function writeMedia(
  media: readonly SourceMedia[],
  edits: readonly FileEdit[],
  { config, isDryRun }: Writing,
): Promise<readonly string[]> {
  const root = join(config.root, config.content);
  const texts = edits.flatMap((edit) => (edit.kind === 'delete' ? [] : [edit.text]));
  const used = media.filter((each) => texts.some((text) => text.includes(pathOf(each))));
  const missing = used.filter((each) => !existsSync(join(root, pathOf(each))));
  for (const each of isDryRun ? [] : missing) {
    refuseLinkOutOf(root, pathOf(each));
    mkdirSync(dirname(join(root, pathOf(each))), { recursive: true });
    await replaceFile(join(root, pathOf(each)), each.bytes());
  }
  return missing.map(pathOf);
}
