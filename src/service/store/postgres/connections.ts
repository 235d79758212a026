/** Connections to a server: few for reads, which share them, and one for each change that is under way. */
import pg from 'pg';
import { Problem } from '../../http/problem.ts';
import type { ConnectionCounts } from '../engine.ts';
import { Connection, type Session } from './connection.ts';
import { failureOf, NoConnection } from './failures.ts';
import type { OpenSockets } from './open-sockets.ts';

const CONNECTING_MS = 5000;
/** A query that takes longer is cancelled by the server, and given up by this side if the server is gone. */
const STATEMENT_MS = 30_000;
const LOST_MS = 40_000;
const LOCK_MS = 10_000;
const IDLE_MS = 60_000;

/**
 * An index answers every list in its order. A plan that is made once for all values assumes that a page is a tenth of all
 * rows, and for so many the server would rather read and sort the whole table.
 */
const SETTINGS = `SET search_path = gitcast; SET statement_timeout = ${STATEMENT_MS}; SET lock_timeout = ${LOCK_MS};
  SET idle_in_transaction_session_timeout = ${STATEMENT_MS}; SET enable_seqscan = off; SET enable_bitmapscan = off`;

export interface ConnectionOptions {
  readonly url: string;
  /** The role to act as (row-role.ts). */
  readonly role: string | undefined;
  /** The most connections at a time. */
  readonly most: number;
  readonly sockets: OpenSockets;
}

/**
 * The weaker modes of TLS, of which providers print `require`, are verify-full to `pg` as well, but it warns about each.
 * Without them the meaning stays if a later version takes them literally.
 */
const verified = (url: string): string =>
  /[?&]uselibpqcompat=true\b/.test(url)
    ? url
    : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');

/** Settings of every connection. */
export const clientConfig = (url: string, sockets?: OpenSockets): pg.ClientConfig => ({
  connectionString: verified(url),
  ...(sockets && { stream: sockets.create }),
  application_name: 'gitcast',
  connectionTimeoutMillis: CONNECTING_MS,
  keepAlive: true,
});

export class Connections {
  readonly #pool: pg.Pool;
  readonly #sessions = new WeakMap<pg.PoolClient, Session>();

  constructor(options: ConnectionOptions) {
    this.#pool = poolOf(options);
  }

  /** Lends a connection. It is closed if it is of no use any more. */
  async use<T>(act: (connection: Connection) => Promise<T>): Promise<T> {
    const client = await this.#connect();
    try {
      const result = await act(new Connection(client, this.#sessionOf(client)));
      client.release();
      return result;
    } catch (error) {
      client.release(failureOf(error instanceof Problem ? error.cause : error) === 'disconnected');
      throw error;
    }
  }

  counts(): Omit<ConnectionCounts, 'pool'> {
    const { totalCount, idleCount: idle, waitingCount: waiting, options } = this.#pool;
    return { busy: totalCount - idle, idle, waiting, most: options.max };
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw new NoConnection(error);
    }
  }

  #sessionOf(client: pg.PoolClient): Session {
    let session = this.#sessions.get(client);
    if (!session) this.#sessions.set(client, (session = { scope: undefined, prepared: new Map() }));
    return session;
  }
}

function poolOf({ url, role, most, sockets }: ConnectionOptions): pg.Pool {
  const pool = new pg.Pool({
    ...clientConfig(url, sockets),
    query_timeout: LOST_MS,
    max: most,
    idleTimeoutMillis: IDLE_MS,
    onConnect: async (client) => {
      await client.query(`${SETTINGS}; ${role === undefined ? '' : `SET ROLE ${role}`}`);
    },
  });
  // Without listeners, a restart of the database would end the process. A lent connection has none of the pool's, and what
  // uses it learns of the loss by its next query.
  const ignore = (): void => {};
  pool.on('error', ignore).on('connect', (client) => client.on('error', ignore));
  return pool;
}
