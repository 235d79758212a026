import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { reasonOfDatabase, reasonOfDisk, remedyFor } from '../../../machine/disk-failure.ts';
import { UserError } from '../../../diagnostics/errors.ts';

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
