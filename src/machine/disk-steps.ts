/** Steps on the disk that Node.js has no function for. */
import { closeSync, copyFileSync, fsyncSync, openSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { ifPossible } from '../values/if-possible.ts';
import { unfinishedName } from './replace-file.ts';

/** Readers find the old file or the new one. Folders may be on different disks: then it is copied there first. */
export function moveFile(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    const beside = unfinishedName(to);
    copyFileSync(from, beside);
    syncFile(beside, 'r+');
    renameSync(beside, to);
    rmSync(from);
  }
}

/** On a disk that ignores case, a name in another case is the same file. */
export function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((each) => statSync(each, { throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev;
}

/** Folders that have nothing left, below `root`. */
export function removeEmptyAbove(file: string, root: string): void {
  for (let folder = dirname(file); folder.startsWith(root) && folder !== root; folder = dirname(folder))
    if (ifPossible(() => (rmdirSync(folder), true)) === undefined) return;
}

/** Makes a new or removed name durable. Windows cannot open a folder; renames are already durable there. */
export function syncFolder(folder: string): void {
  if (process.platform !== 'win32') syncFile(folder, 'r');
}

export function syncFile(file: string, mode: 'r' | 'r+'): void {
  const handle = openSync(file, mode);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
