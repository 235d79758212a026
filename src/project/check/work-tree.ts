/** The content folder as it is on the disk, with a stamp of each file. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { diskFiles, type ContentFiles, type FileEntry, overlaysBeside } from '../../content/files.ts';
import { isStampReliable, stampOf } from '../../machine/file-stamp.ts';
import { digest } from '../../values/digest.ts';
import { inheritedContent } from '../../repository/project-paths.ts';

export interface WorkTree {
  readonly files: ContentFiles;
  readonly entries: ReadonlyMap<string, FileEntry>;
  /** Undefined for a file that was written just now, or that is not an ordinary one. */
  readonly stampOf: (path: string) => string | undefined;
  /** Of all stamps; empty if a file has none. */
  readonly digest: string;
}

/** Undefined if there is no such folder, or if others overlay it or are below it. */
export function listWorkTree(config: Config): WorkTree | undefined {
  const folder = join(config.root, config.content);
  const isAlone = overlaysBeside(folder).length === 0 && inheritedContent(config).length === 0;
  if (!isAlone || !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return undefined;
  const stamps = new Map<string, string>();
  const now = Date.now();
  const files = diskFiles(folder, (path, stats) => {
    if (isStampReliable(stats, now)) stamps.set(path, stampOf(stats));
  });
  const entries = new Map(files.entries().map((entry) => [entry.path, entry]));
  const all = stamps.size === entries.size ? [...entries.keys()].map((path) => `${path}\0${stamps.get(path)!}`) : [];
  return {
    files,
    entries,
    stampOf: (path) => stamps.get(path),
    digest: all.length === 0 ? '' : digest(all.join('\n')),
  };
}
