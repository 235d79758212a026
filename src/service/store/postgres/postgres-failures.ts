/** The consequence of a failed query for the work that asked. */
import { UserError } from '../../../diagnostics/errors.ts';
import type { Clock } from '../../../machine/clock.ts';
import { Problem } from '../../http/problem.ts';

type Failure =
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

const FAILURES: readonly (readonly [code: RegExp, Failure])[] = [
  // Serialization failures and deadlocks; and two changes that made the same thing, or of which one removed what the
  // other needs. The second one finds out when it looks again.
  [/^(?:40001|40P01|23505|23503)$/, 'disturbed'],
  // A lock that is held for so long is not waited for again: each attempt occupies a connection that other changes need.
  [/^(?:57014|55P03)$/, 'overdue'],
  [/^(?:53[0124]00|580[03]0)$/, 'exhausted'],
  // Connection exceptions; administrator shutdown, crash, starting up; too many connections; a read-only replica; and the
  // names of errors of the system.
  [/^(?:08...|57P0[1-5]|53300|25006|25P0[23])$|^E[A-Z]{4,}/, 'disconnected'],
  // Whatever else the server says.
  [/^[0-9A-Z]{5}$/, 'refused'],
];

/** The statement at `index` failed, and none was done. */
export class BatchFailure {
  readonly index: number;
  readonly error: unknown;

  constructor(index: number, error: unknown) {
    this.index = index;
    this.error = error;
  }
}

/** A connection that could not be opened, for whatever reason: nothing has happened, and it may be possible later. */
export class NoConnection extends Error {
  constructor(cause: unknown) {
    super(reasonOf(cause), { cause });
  }
}

/** The message of an error. One for several addresses of a host has none, but those of its parts. */
function reasonOf(error: unknown): string {
  const { message, errors } = error as AggregateError;
  return message || ((errors?.[0] as Error | undefined)?.message ?? String(error));
}

/** By the five characters with which the server names an error, or the name of an error of the system. */
export function failureOf(error: unknown): Failure {
  if (error instanceof BatchFailure) return failureOf(error.error);
  if (error instanceof NoConnection) return 'disconnected';
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  const failure = FAILURES.find(([codes]) => codes.test(code))?.[1];
  return failure ?? (isOfClient(error) ? 'disconnected' : 'refused');
}

/** The client reports a lost connection by words only. */
const isOfClient = (error: unknown): boolean =>
  error instanceof Error &&
  !(error instanceof Problem || error instanceof UserError) &&
  /connection|timeout|timed out|client (?:was|has)|not queryable/i.test(error.message);

/** An error that says how to fix a server that cannot be used. A UserError is returned unchanged. */
export function unusableServer(url: string, error: unknown): Error {
  if (error instanceof UserError) return error;
  return new UserError(`${nameOfServer(url)} cannot be used: ${reasonOf(error)}`, {
    suggestion: remedyFor(url, error),
    cause: error,
  });
}

/** Nothing of such a URL is shown, because any part of it may belong to the password. */
const UNREADABLE = 'postgres://…';

/** A database in messages: where it is and who connects, without the password. */
export function nameOfServer(url: string): string {
  // The address of a socket has no host, which is not a URL to others.
  const text = URL.canParse(url) ? url : url.replace('@/', '@localhost/');
  if (!URL.canParse(text)) return UNREADABLE;
  const { protocol, username, host, pathname, searchParams, hash } = new URL(text);
  // A slash or a hash in a password ends what is read as the host.
  if ((pathname + hash).includes('@')) return UNREADABLE;
  return `${protocol}//${username === '' ? '' : `${username}@`}${searchParams.get('host') ?? host}${pathname}`;
}

const ENCODE =
  'write special characters of the password as in URLs, such as %2F for a slash, or put it into PGPASSWORD';

const TRUST = "pass the certificate of the server's authority in the URL: ?sslmode=verify-full&sslrootcert=FILE";

const REMEDIES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'start the server, or check host and port in the URL',
  ENOENT: 'start the server, or check host and port in the URL',
  '57P03': 'wait until the server has started, then run the command again',
  ENOTFOUND: 'check the host in the URL',
  '53300': 'raise max_connections or the limit of the role, or stop other clients',
  '28P01': 'check user and password in the URL',
  '28000': 'check user and password in the URL',
  '3D000': 'create the database with createdb, or check its name in the URL',
  '42501':
    'connect as the role that owns the database and its schema gitcast; without a schema, the first start creates it',
  DEPTH_ZERO_SELF_SIGNED_CERT: TRUST,
  SELF_SIGNED_CERT_IN_CHAIN: TRUST,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: TRUST,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: TRUST,
};

function remedyFor(url: string, error: unknown): string {
  if (nameOfServer(url) === UNREADABLE) return ENCODE;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === 'open') return 'check the paths of certificates in the URL';
  return REMEDIES[String(code)] ?? 'check the URL and the server, then run the command again';
}

/** With a server that is still starting: copies and their database are often started together. */
export interface Patience {
  readonly clock: Clock;
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined;
  /** Called once, if there is a reason to wait. */
  readonly onWait: (message: string) => void;
}

const MOST_MS = 60_000;
const PAUSE_MS = 1000;

/** Tries again while the server is starting. Everything else that fails, such as a wrong password, fails at once. */
export async function whenStarted<T>(url: string, open: () => Promise<T>, patience: Patience): Promise<T> {
  const { clock, signal, onWait } = patience;
  const deadline = clock.now() + MOST_MS;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await open();
    } catch (error) {
      signal?.throwIfAborted();
      const cause = causeOf(error);
      if (!isStarting(cause)) throw error;
      if (clock.now() >= deadline) throw neverStarted(url, cause);
      if (isFirst) onWait(`waiting up to ${MOST_MS / 1000} seconds for ${nameOfServer(url)}: ${reasonOf(cause)}`);
      await clock.sleep(PAUSE_MS, signal);
    }
  }
}

const causeOf = (error: unknown): unknown => (error instanceof UserError ? error.cause : error);

/**
 * Nobody listens yet, at a port or a socket; or the server says that it is starting. The image of PostgreSQL also starts one
 * to prepare the database, and ends it again.
 */
const STARTING: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ECONNRESET', '57P01', '57P03']);

function isStarting(error: unknown): boolean {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return STARTING.has(String(code)) || (code === 'ENOENT' && syscall === 'connect');
}

const neverStarted = (url: string, cause: unknown): UserError =>
  new UserError(`${nameOfServer(url)} did not start within ${MOST_MS / 1000} seconds: ${reasonOf(cause)}`, {
    suggestion: 'start the server, or check host and port in the URL, then run the command again',
    cause,
  });
