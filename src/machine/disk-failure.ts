import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { RemoteError, UserError } from '../diagnostics/errors.ts';

const FORBIDDEN = 'permission denied';

/** Failures that only the machine can cause, whichever file it is. */
const OF_THE_MACHINE: Readonly<Record<string, string>> = {
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your share of the disk is full',
  EFBIG: 'the file would be larger than this system or its limits allow',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EIO: 'the disk cannot be read or written',
};

/** Failures that the user can fix if the path is the user's; otherwise they are bugs of gitcast. */
const OF_A_GIVEN_PATH: Readonly<Record<string, string>> = {
  ...OF_THE_MACHINE,
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of the path is not a folder',
  EEXIST: 'a part of the path is not a folder',
  EISDIR: 'it is a folder',
  ERR_FS_EISDIR: 'it is a folder',
};

/** The primary result codes of SQLite. */
const OF_A_DATABASE: Readonly<Record<number, string>> = {
  5: 'another program has locked it',
  8: 'the database cannot be written to',
  10: 'the disk cannot be read or written',
  11: 'the database is damaged',
  13: 'the disk is full',
  14: 'it cannot be opened',
  26: 'it is not a SQLite database',
};

const RESTORE = 'restore a backup, or move the file away to start with an empty database';

const REMEDIES: Readonly<Record<number, string>> = {
  5: 'close the program that uses it, such as a database browser or a backup, then run the command again',
  11: RESTORE,
  26: RESTORE,
};

/** Why a file that the user named, or that gitcast keeps in a known place, cannot be used. */
export const reasonOfDisk = (error: unknown): string | undefined => OF_A_GIVEN_PATH[codeOf(unmade(error) ?? error)];

/** Why SQLite refuses a file. */
export const reasonOfDatabase = (error: unknown): string | undefined => OF_A_DATABASE[sqliteResultOf(error)];

/** The next step after a refusal of the disk or of SQLite. */
export const remedyFor = (error: unknown): string =>
  REMEDIES[sqliteResultOf(error)] ?? 'free disk space or grant access, then run the command again';

/** The primary result code of SQLite; 0 for other errors. */
export const sqliteResultOf = (error: unknown): number => ((error as { errcode?: number } | null)?.errcode ?? 0) & 0xff;

/** What the user, the target or the machine caused; undefined for what may be a fault of the program. */
export const expectedError = (error: unknown): UserError | RemoteError | undefined =>
  error instanceof UserError || error instanceof RemoteError ? error : diskFailure(error);

/** A refusal of the disk that nobody expected, as a sentence; undefined for what may be a fault of the program. */
export function diskFailure(error: unknown): UserError | undefined {
  if (!(error instanceof Error)) return undefined;
  if (codeOf(error) === 'ERR_SQLITE_ERROR') {
    const reason = reasonOfDatabase(error);
    return reason === undefined ? undefined : said(`the embedded service stopped: ${reason}`, error);
  }
  const { path, syscall } = error as NodeJS.ErrnoException;
  const isUnmade = codeOf(error) === 'ENOENT' && syscall === 'mkdir';
  const reason = OF_THE_MACHINE[codeOf(unmade(error) ?? error)] ?? (isUnmade ? 'the folder cannot be made' : undefined);
  if (reason === undefined || (path === undefined && !WRITES.has(syscall ?? ''))) return undefined;
  return said(path === undefined ? reason : `${path} cannot be used: ${reason}`, error);
}

/** All folders are made with those above them, and Node says ENOENT where the disk refuses the first of these. */
function unmade(error: unknown): unknown {
  const { code, syscall, path } = (error ?? {}) as NodeJS.ErrnoException;
  if (code !== 'ENOENT' || syscall !== 'mkdir' || path === undefined) return undefined;
  let above = dirname(path);
  while (!existsSync(above) && above !== dirname(above)) above = dirname(above);
  try {
    accessSync(above, constants.W_OK);
    return undefined;
  } catch (refusal) {
    return refusal;
  }
}

/** Those that are given a file that is open, and so don't name it. */
const WRITES: ReadonlySet<string> = new Set(['write', 'fsync', 'fdatasync', 'ftruncate', 'close']);

const said = (message: string, cause: Error): UserError =>
  new UserError(message, { suggestion: remedyFor(cause), cause });

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException | null)?.code ?? '';
