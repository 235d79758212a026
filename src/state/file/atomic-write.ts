import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import type { Disk } from './disk.ts';

const UNFINISHED = '.tmp';

/** Readers find either the old text or the new one, complete, even after a crash at any moment. */
export async function writeAtomically(disk: Disk, path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}${UNFINISHED}`;
  await disk.create(temporary, text);
  await disk.rename(temporary, path);
  await disk.syncFolder(dirname(path));
}

/** Left behind by a process that was killed while writing. */
export const isLeftBehind = (name: string): boolean => name.endsWith(UNFINISHED);
