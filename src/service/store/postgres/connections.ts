/** Connections to a server: few for reads, which share them, and one for each change that is under way. */
import { Socket } from 'node:net';
import pg from 'pg';
import { oncePer } from '../../../values/once-per.ts';
import { Problem } from '../../http/problem.ts';
import type { Query, Scope, Value } from '../work.ts';
import { send, statementOf, type Outcome, type Prepared, type Step } from './batch.ts';
import { BatchFailure, failureOf, NoConnection, unusableServer } from './postgres-failures.ts';

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
  /** The role to act as (`prepareRowRole`). */
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
  readonly #sessionOf = oncePer((_: pg.PoolClient): Session => ({ scope: undefined, prepared: new Map() }));

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

/** A statement to run, and the rows that it may see. Without a scope it touches none. */
export interface Asked {
  readonly scope?: Scope;
  readonly step: Step;
}

/** The server's view of a connection. */
interface Session {
  /** Undefined if it may have been undone. */
  scope: string | undefined;
  readonly prepared: Prepared;
}

const SET_SCOPE = statementOf("SELECT set_config('gitcast.broadcast', ?, false)");

/** One connection while it is lent. It sees the rows of one scope at a time, and remembers which. */
export class Connection {
  readonly #client: pg.ClientBase;
  readonly #session: Session;

  constructor(client: pg.ClientBase, session: Session) {
    this.#client = client;
    this.#session = session;
  }

  /**
   * Rejects with a BatchFailure that names the statement which failed, if it was one of these. No result is seen of a
   * statement whose scope could not be set, because a failure ends the batch.
   */
  async send(asked: readonly Asked[]): Promise<readonly Outcome[]> {
    const steps: Step[] = [];
    const places: number[] = [];
    let now = this.#session.scope;
    asked.forEach(({ scope, step }, index) => {
      const wanted = scope === undefined ? now : nameOf(scope);
      if (wanted !== undefined && wanted !== now) {
        places.push(-1);
        steps.push({ statement: SET_SCOPE, values: [(now = wanted)] });
      }
      places.push(index);
      steps.push(step);
    });
    this.#session.scope = undefined;
    try {
      const outcomes = await send(this.#client, this.#session.prepared, steps);
      this.#session.scope = now;
      return steps.length === asked.length ? outcomes : outcomes.filter((_, place) => places[place] !== -1);
    } catch (failure) {
      const { index, error } = failure as BatchFailure;
      throw new BatchFailure(places[index] ?? -1, error);
    }
  }

  /** To be called when a transaction is undone: a scope that was set in it is, too. */
  forgetScope(): void {
    this.#session.scope = undefined;
  }
}

/** Without a name, a statement would see the rows of the scope before it. */
function nameOf(scope: Scope): string {
  const name = scope === 'everything' ? '*' : scope.broadcast;
  if (typeof name !== 'string' || name === '') throw new Error('a scope without a broadcast');
  return name;
}

export const stepOf = ({ sql, values, wants }: Query): Step => ({
  statement: statementOf(sql),
  values: values.map((value) => storable(value, wants)),
});

/** A statement without values. */
export const command = (sql: string): Asked => ({ step: { statement: statementOf(sql), values: [] } });

export function resultOf({ wants }: Query, { rows, changes }: Outcome): unknown {
  if (wants === 'row') return rows[0];
  return wants === 'rows' ? rows : changes;
}

/**
 * PostgreSQL has no text with the character U+0000. Nothing that is stored can equal such a text, so a query may look for
 * any other one that is not stored either.
 */
function storable(value: Value, wants: Query['wants']): Value {
  if (typeof value !== 'string' || !value.includes('\0')) return value;
  if (wants === 'changes') throw new Problem(400, 'invalid', 'text with the character U+0000 cannot be stored');
  return value.replaceAll('\0', '\uFFFD');
}

/** The sockets of all connections to a server. One that the server does not answer on can only be destroyed. */
export class OpenSockets {
  readonly #open = new Set<Socket>();

  readonly create = (): Socket => {
    const socket = new Socket();
    this.#open.add(socket);
    return socket.once('close', () => this.#open.delete(socket));
  };

  destroy(): void {
    for (const socket of this.#open) socket.destroy();
  }
}

/** Uses a connection of its own, without the limits of those that serve requests. The signal closes it. */
export async function withClient<T>(
  url: string,
  act: (client: pg.Client) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const sockets = new OpenSockets();
  const close = (): void => sockets.destroy();
  signal?.addEventListener('abort', close);
  try {
    const client = new pg.Client(clientConfig(url, sockets));
    client.on('error', () => {});
    await client.connect();
    try {
      await client.query('SET search_path = gitcast');
      return await act(client);
    } finally {
      await client.end();
    }
  } catch (error) {
    throw unusableServer(url, error);
  } finally {
    signal?.removeEventListener('abort', close);
  }
}
