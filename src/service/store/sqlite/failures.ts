/** What an error of SQLite means for the request that met it. */
import type { Problem } from '../../http/problem.ts';
import { unavailable } from '../../http/unavailable.ts';

const BUSY = 5;

/** As a server that has the same trouble says it. */
const UNABLE: Readonly<Record<number, string>> = {
  [BUSY]: 'the database took too long: another program has locked it',
  10: 'the database is out of disk space or another resource',
  13: 'the database is out of disk space or another resource',
};

export const isLockedElsewhere = (error: unknown): boolean => resultOf(error) === BUSY;

/** Undefined for a fault of the program. */
export function unavailableFile(error: unknown): Problem | undefined {
  const detail = UNABLE[resultOf(error)];
  return detail === undefined ? undefined : unavailable(detail, error);
}

/** The primary result code; 0 for other errors. */
const resultOf = (error: unknown): number => ((error as { errcode?: number } | null)?.errcode ?? 0) & 0xff;
