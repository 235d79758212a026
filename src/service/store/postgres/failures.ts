/** What a failed query means for the work that asked. */
import { UserError } from '../../../diagnostics/errors.ts';
import { Problem } from '../../http/problem.ts';
import { BatchFailure } from './batch.ts';

export type Failure =
  /** Another change got in its way: the work may succeed if it is run again. */
  | 'disturbed'
  /** The connection is of no use: the server ended, is starting, became a replica, or cannot be reached. */
  | 'disconnected'
  /** The server cancelled a query that took too long, or waited too long for a lock. */
  | 'overdue'
  /** The server has no disk space or memory left, or its disk fails. */
  | 'exhausted'
  /** The work itself is at fault. */
  | 'refused';

/**
 * Serialization failures and deadlocks; and two changes that made the same thing, or of which one removed what the other
 * needs. The second one finds out when it looks again.
 */
const DISTURBED: ReadonlySet<string> = new Set(['40001', '40P01', '23505', '23503']);

/** A lock that is held for so long is not waited for again: each attempt occupies a connection that other changes need. */
const OVERDUE: ReadonlySet<string> = new Set(['57014', '55P03']);

/** Connection exceptions; administrator shutdown, crash, starting up; too many connections; a read-only replica. */
const DISCONNECTED = /^(?:08...|57P0[1-5]|53300|25006|25P0[23])$/;

const EXHAUSTED: ReadonlySet<string> = new Set(['53000', '53100', '53200', '53400', '58000', '58030']);

/** A connection that could not be opened, for whatever reason: nothing has happened, and it may be possible later. */
export class NoConnection extends Error {
  constructor(cause: unknown) {
    super(reasonOf(cause), { cause });
  }
}

/** The message of an error. One for several addresses of a host has none, but those of its parts. */
export function reasonOf(error: unknown): string {
  const { message, errors } = error as AggregateError;
  return message || ((errors?.[0] as Error | undefined)?.message ?? String(error));
}

/** The five characters by which the server names an error, or the name of an error of the system. */
const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

export function failureOf(error: unknown): Failure {
  if (error instanceof BatchFailure) return failureOf(error.error);
  if (error instanceof NoConnection) return 'disconnected';
  const code = codeOf(error);
  if (DISTURBED.has(code)) return 'disturbed';
  if (OVERDUE.has(code)) return 'overdue';
  if (EXHAUSTED.has(code)) return 'exhausted';
  if (DISCONNECTED.test(code) || /^E[A-Z]{4,}/.test(code)) return 'disconnected';
  const isOfServer = /^[0-9A-Z]{5}$/.test(code);
  return !isOfServer && isOfClient(error) ? 'disconnected' : 'refused';
}

/** The client reports a lost connection by words only. */
const isOfClient = (error: unknown): boolean =>
  error instanceof Error &&
  !(error instanceof Problem || error instanceof UserError) &&
  /connection|timeout|timed out|client (?:was|has)|not queryable/i.test(error.message);
