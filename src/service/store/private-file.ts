/**
 * Files that only their owner may read: the database holds secrets of webhooks and what people sent. SQLite gives what it
 * puts beside a database (-wal, -shm, -journal) the permissions of the database.
 */
import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Makes the file, empty, where there is none. What cannot be done is reported by whoever opens it. */
export function makePrivate(file: string): void {
  if (file === ':memory:') return;
  if (isOwn(dirname(file))) narrow(dirname(file), 0o700);
  // Never opened where it is there: closing it would release a lock that this process has on it.
  attempt(() => closeSync(openSync(file, 'wx', 0o600)));
  for (const each of [file, `${file}-wal`, `${file}-shm`, `${file}-journal`]) narrow(each, 0o600);
}

/** Only those that are made here, and gitcast's own, are private: another may be shared for a reason. */
export function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (isOwn(folder)) narrow(folder, 0o700);
}

const isOwn = (folder: string): boolean => basename(folder) === '.gitcast';

/** Never more than there was. */
function narrow(path: string, mode: number): void {
  attempt(() => {
    const { mode: now } = statSync(path);
    if ((now & 0o077) !== 0) chmodSync(path, now & mode);
  });
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
