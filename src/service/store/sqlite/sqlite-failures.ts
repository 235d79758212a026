/** The consequence of an SQLite error for the request that met it. */
import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { UserError } from '../../../diagnostics/errors.ts';
import { reasonOfDatabase, reasonOfDisk, remedyFor, sqliteResultOf } from '../../../machine/disk-failure.ts';
import { unavailable, type Problem } from '../../http/problem.ts';

const BUSY = 5;

/** As a server that has the same trouble says it. */
const UNABLE: Readonly<Record<number, string>> = {
  [BUSY]: 'the database took too long: another program has locked it',
  10: 'the database is out of disk space or another resource',
  13: 'the database is out of disk space or another resource',
};

export const isLockedElsewhere = (error: unknown): boolean => sqliteResultOf(error) === BUSY;

/** Undefined for a fault of the program. */
export function unavailableFile(error: unknown): Problem | undefined {
  const detail = UNABLE[sqliteResultOf(error)];
  return detail === undefined ? undefined : unavailable(detail, error);
}

/** An error that says how to fix an unusable database. A UserError is returned unchanged. */
export function unusableDatabase(file: string, error: unknown): Error {
  if (error instanceof UserError) return error;
  const reason = reasonOfPlace(file) ?? reasonOfDatabase(error) ?? (error as Error).message;
  return new UserError(`${file} cannot be used: ${reason}`, { suggestion: remedyFor(error), cause: error });
}

/** SQLite reports all of these only as "unable to open database file". */
function reasonOfPlace(file: string): string | undefined {
  try {
    accessSync(dirname(file), constants.W_OK);
    if (!statSync(dirname(file)).isDirectory()) return 'a part of the path is not a folder';
    return statSync(file, { throwIfNoEntry: false })?.isDirectory() ? 'it is a folder' : undefined;
  } catch (error) {
    return reasonOfDisk(error);
  }
}
