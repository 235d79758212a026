/**
 * Files that only the owner may read: the database holds webhook secrets and personal data. SQLite gives the files
 * beside a database (-wal, -shm, -journal) the database's permissions.
 */
import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { ifPossible } from '../../../values/if-possible.ts';

/** Creates an empty file if there is none. Errors are reported when the file is opened. */
export function makePrivate(file: string): void {
  if (file === ':memory:') return;
  if (isOwn(dirname(file))) narrow(dirname(file), 0o700);
  // An existing file is never opened: closing it would release a lock that this process holds on it.
  ifPossible(() => closeSync(openSync(file, 'wx', 0o600)));
  for (const each of [file, `${file}-wal`, `${file}-shm`, `${file}-journal`]) narrow(each, 0o600);
}

/** Only folders that are created here, and gitcast's own, are made private: others may be shared for a reason. */
export function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (isOwn(folder)) narrow(folder, 0o700);
}

const isOwn = (folder: string): boolean => basename(folder) === '.gitcast';

/** Only removes permissions, never adds any. */
function narrow(path: string, mode: number): void {
  ifPossible(() => {
    const { mode: now } = statSync(path);
    if ((now & 0o077) !== 0) chmodSync(path, now & mode);
  });
}
