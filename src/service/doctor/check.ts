import type { Value } from '../store/work.ts';

/** `warn`: it works, but something should be done. `error`: it must be fixed. */
export type Level = 'ok' | 'warn' | 'error';

/** One thing that was looked at. */
export interface ServiceCheck {
  /** What was looked at, such as `indexes`. */
  readonly name: string;
  /** How it is. */
  readonly level: Level;
  /** What was found, in one sentence. */
  readonly message: string;
  /** The next step, unless it is ok. */
  readonly fix: string | null;
}

type Check = (name: string, message: string, fix: string) => ServiceCheck;

export const ok = (name: string, message: string): ServiceCheck => ({ name, level: 'ok', message, fix: null });
export const warn: Check = (name, message, fix) => ({ name, level: 'warn', message, fix });
export const error: Check = (name, message, fix) => ({ name, level: 'error', message, fix });

/** Answers a query with all rows that a database has. */
export type Ask = <T>(sql: string, ...values: readonly Value[]) => Promise<readonly T[]>;

export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;

export function checkVersion(version: number, latest: number): ServiceCheck {
  if (version === latest) return ok('version', `format ${version}`);
  if (version === 0) return error('version', 'the database has no tables yet', 'run gitcast serve migrate');
  return version < latest
    ? error(
        'version',
        `format ${version} has to be migrated to ${latest}; its contents were not checked`,
        'run gitcast serve migrate',
      )
    : error('version', `format ${version} is newer than this version, which supports ${latest}`, 'update gitcast');
}
