import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import type { Disk } from './disk.ts';

const UNFINISHED = '.tmp';

/** Whoever reads the file, now or after a crash at any moment, finds the old text or the new one, whole. */
export async function writeAtomically(disk: Disk, path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}${UNFINISHED}`;
  await disk.create(temporary, text);
  await disk.rename(temporary, path);
  await disk.syncFolder(dirname(path));
}

/** What a process that was killed while writing has left behind. */
export const isLeftBehind = (name: string): boolean => name.endsWith(UNFINISHED);
