/** A server that is still starting. Copies and their database are often started together, by a machine or by Compose. */
import { UserError } from '../../../diagnostics/errors.ts';
import type { Clock } from '../../../machine/clock.ts';
import { reasonOf } from './failures.ts';
import { nameOfServer } from './unusable-server.ts';

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
