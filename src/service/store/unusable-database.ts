import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { reasonOfDatabase, reasonOfDisk } from '../../machine/disk-failure.ts';
import { UserError } from '../../diagnostics/errors.ts';

/** What somebody can do about a database that cannot be used; an error that says so already as it is. */
export function unusableDatabase(file: string, error: unknown): Error {
  if (error instanceof UserError) return error;
  const reason = reasonOfPlace(file) ?? reasonOfDatabase(error) ?? (error as Error).message;
  return new UserError(`${file} cannot be used: ${reason}`, { suggestion: wayOut(error), cause: error });
}

/** SQLite says no more of all these than that it cannot open the file. */
function reasonOfPlace(file: string): string | undefined {
  try {
    accessSync(dirname(file), constants.W_OK);
    if (!statSync(dirname(file)).isDirectory()) return 'a part of the path is not a folder';
    return statSync(file, { throwIfNoEntry: false })?.isDirectory() ? 'it is a folder' : undefined;
  } catch (error) {
    return reasonOfDisk(error);
  }
}

const DAMAGED: ReadonlySet<number> = new Set([11, 26]);

function wayOut(error: unknown): string {
  const code = ((error as { errcode?: number } | null)?.errcode ?? 0) & 0xff;
  return DAMAGED.has(code)
    ? 'put a backup in its place, or move it away to start with an empty database'
    : 'make room or give access there, then run the command again';
}
