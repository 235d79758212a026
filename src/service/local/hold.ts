/**
 * Operating-system locks. The system releases them when a process ends, however it ends, so none is left behind, and a
 * restarted container, a copied folder or a reused process id is never mistaken for the holder. Node.js can only reach
 * such locks through SQLite; the files stay empty. The locks work wherever several processes can use the database
 * itself.
 *
 * Never read or copy such a file in a process that holds it: closing any descriptor of the file would release the lock.
 */
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { UserError } from '../../diagnostics/errors.ts';
import { sqliteResultOf } from '../../machine/disk-failure.ts';
import { ifPossible } from '../../values/if-possible.ts';
import type { RequestLog } from '../request-log.ts';
import { isLockedElsewhere, unusableDatabase } from '../store/sqlite/sqlite-failures.ts';
import { makePrivate } from '../store/sqlite/private-file.ts';

export interface Hold {
  readonly release: () => void;
}

/** Exclusive lock. Undefined if another process holds the file. */
export const holdAlone = (file: string): Hold | undefined => hold(file, 'BEGIN EXCLUSIVE');

/** Shared lock. Undefined if another process holds the file exclusively. */
const holdWithOthers = (file: string): Hold | undefined => hold(file, 'BEGIN; SELECT count(*) FROM sqlite_schema');

const NOT_A_DATABASE = 26;

function hold(file: string, lock: string): Hold | undefined {
  let connection: DatabaseSync | undefined;
  try {
    makePrivate(file);
    connection = new DatabaseSync(file, { timeout: 0 });
    connection.exec(`PRAGMA journal_mode = MEMORY; ${lock}`);
  } catch (error) {
    connection?.close();
    if (isLockedElsewhere(error)) return undefined;
    throw sqliteResultOf(error) === NOT_A_DATABASE ? foreign(file, error) : unusableDatabase(file, error);
  }
  let isHeld = true;
  return {
    release: () => {
      if (isHeld) connection!.close();
      isHeld = false;
    },
  };
}

const foreign = (file: string, cause: unknown): UserError =>
  new UserError(`${file} is not a gitcast lock file`, { suggestion: 'remove it, then run the command again', cause });

/**
 * Commands that use a service started by another command. The command that started it waits until they are done. It
 * does not wait for an idle one, such as `gitcast dev` between two saves: that one takes over.
 */
const fileOf = (database: string): string => `${database}.using`;

/** Undefined while the service is shutting down. */
export const signIn = (database: string): Hold | undefined => holdWithOthers(fileOf(database));

const STEP = 50;
const IDLE = 2000;
const MOST = 60_000;

/** Returns a hold that keeps others from signing in, or undefined if some were still active. */
export async function untilUnused(database: string, log: RequestLog): Promise<Hold | undefined> {
  const began = performance.now();
  let last = began;
  const stop = log.onRequest(() => (last = performance.now()));
  try {
    for (;;) {
      // A disk that no longer grants locks must not prevent shutdown.
      const alone = ifPossible(() => holdAlone(fileOf(database)) ?? 'in use');
      if (alone !== 'in use') return alone;
      const now = performance.now();
      if (now - last > IDLE || now - began > MOST) return undefined;
      await wait(STEP);
    }
  } finally {
    stop();
  }
}
