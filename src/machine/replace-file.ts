import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

interface Manner {
  /** The permissions of the new file, such as `0o600` for one that holds a key. */
  readonly mode?: number;
  /** Survives a power failure: the text is on the disk before it takes the place of the old one. */
  readonly flush?: boolean;
  /** A folder to write it in first, if that is on the same disk (default: beside the file). */
  readonly unfinished?: string;
}

/** Readers find either the old file or the new one, complete. The folder is created; a failure leaves nothing behind. */
export function replaceFile(
  file: string,
  content: string | Uint8Array,
  { unfinished: folder, ...manner }: Manner = {},
): void {
  mkdirSync(dirname(file), { recursive: true });
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  const isElsewhere = folder !== undefined && statSync(folder).dev === statSync(dirname(file)).dev;
  const unfinished = unfinishedName(isElsewhere ? join(folder, basename(file)) : file);
  try {
    writeFileSync(unfinished, content, { flag: 'wx', ...manner });
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

const UNFINISHED = '.tmp';

/** Where a file is written before it takes its place. */
export const unfinishedName = (file: string): string => `${file}.${randomUUID()}${UNFINISHED}`;

/** Left behind by a process that was killed while writing. */
export const isLeftBehind = (name: string): boolean => name.endsWith(UNFINISHED);
