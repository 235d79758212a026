/**
 * Locks of the operating system. It releases them when a process ends, however that ends, so none is ever left behind: no
 * restarted container, copied folder or process id used again can be taken for the one that holds it. SQLite is how Node
 * gets at such locks; the files stay empty. They reach wherever the database itself can be used by several processes.
 *
 * Never read or copy such a file inside a process that holds it: closing any descriptor of it would release the lock.
 */
import { DatabaseSync } from 'node:sqlite';
import { UserError } from '../../diagnostics/errors.ts';
import { makePrivate } from '../store/private-file.ts';
import { unusableDatabase } from '../store/unusable-database.ts';

export interface Hold {
  readonly release: () => void;
}

/** Alone: undefined where another has a hold on the file. */
export const holdAlone = (file: string): Hold | undefined => hold(file, 'BEGIN EXCLUSIVE');

/** With others: undefined where somebody holds it alone. */
export const holdWithOthers = (file: string): Hold | undefined =>
  hold(file, 'BEGIN; SELECT count(*) FROM sqlite_schema');

const [BUSY, NOT_A_DATABASE] = [5, 26];

function hold(file: string, lock: string): Hold | undefined {
  let connection: DatabaseSync | undefined;
  try {
    makePrivate(file);
    connection = new DatabaseSync(file, { timeout: 0 });
    connection.exec(`PRAGMA journal_mode = MEMORY; ${lock}`);
  } catch (error) {
    connection?.close();
    if (codeOf(error) === BUSY) return undefined;
    throw codeOf(error) === NOT_A_DATABASE ? foreign(file, error) : unusableDatabase(file, error);
  }
  let isHeld = true;
  return {
    release: () => {
      if (isHeld) connection!.close();
      isHeld = false;
    },
  };
}

const codeOf = (error: unknown): number => ((error as { errcode?: number }).errcode ?? 0) & 0xff;

const foreign = (file: string, cause: unknown): UserError =>
  new UserError(`${file} is not a file of gitcast`, { suggestion: 'remove it, then run the command again', cause });
