/**
 * Connections that see the rows of one scope at a time. Each remembers its scope, so that a broadcast with many requests
 * sets it once. Work on everything has connections of its own: nearly every request begins with finding its key, and
 * would otherwise switch the scope twice.
 */
import pg from 'pg';
import type { Scope } from '../engine.ts';
import { Problem } from '../../http/problem.ts';
import type { Query, Value } from '../work.ts';
import { failureOf } from './failures.ts';
import { toPostgres } from './statement.ts';

const FOR_BROADCASTS = 10;
const FOR_EVERYTHING = 6;
const CONNECTING_MS = 5000;
/** A query that takes longer is cancelled by the server, and given up by this side if the server is gone. */
const STATEMENT_MS = 30_000;
const LOST_MS = 40_000;
const LOCK_MS = 10_000;
const IDLE_MS = 60_000;

export interface ConnectionOptions {
  readonly url: string;
  /** The role to act as (row-role.ts). */
  readonly role: string | undefined;
  /** Called when a connection was lost. */
  readonly onLost: (error: Error) => void;
}

/** Settings of every connection, and times as numbers instead of text. */
export function clientConfig(url: string): pg.ClientConfig {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  return {
    connectionString: url,
    types,
    application_name: 'gitcast',
    connectionTimeoutMillis: CONNECTING_MS,
    keepAlive: true,
  };
}

/** One connection while it is lent. */
export class Connection {
  readonly #client: pg.PoolClient;
  readonly #names: Map<string, string>;

  constructor(client: pg.PoolClient, names: Map<string, string>) {
    this.#client = client;
    this.#names = names;
  }

  async perform({ wants, sql, values }: Query): Promise<unknown> {
    const { rows, rowCount } = await this.#client.query({
      name: this.#nameOf(sql),
      text: toPostgres(sql),
      values: values.map((value) => storable(value, wants)),
    });
    if (wants === 'row') return rows[0];
    return wants === 'rows' ? rows : rowCount;
  }

  /** Returns what the server says that it did. */
  async exec(sql: string): Promise<string> {
    return (await this.#client.query(sql)).command;
  }

  /** A named statement is parsed once for each connection. */
  #nameOf(sql: string): string {
    let name = this.#names.get(sql);
    if (name === undefined) this.#names.set(sql, (name = `q${this.#names.size}`));
    return name;
  }
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

export class Connections {
  readonly #everything: pg.Pool;
  readonly #broadcasts: pg.Pool;
  readonly #scopes = new WeakMap<pg.PoolClient, string>();
  readonly #names = new Map<string, string>();

  constructor(options: ConnectionOptions) {
    this.#everything = poolOf(options, FOR_EVERYTHING);
    this.#broadcasts = poolOf(options, FOR_BROADCASTS);
  }

  /** Lends a connection. It is closed if it is of no use any more. */
  async use<T>(scope: Scope, act: (connection: Connection) => Promise<T>): Promise<T> {
    const pool = scope === 'everything' ? this.#everything : this.#broadcasts;
    const client = await pool.connect();
    try {
      await this.#setScope(client, scope === 'everything' ? '*' : scope.broadcast);
      const result = await act(new Connection(client, this.#names));
      client.release();
      return result;
    } catch (error) {
      client.release(failureOf(error) === 'disconnected');
      throw error;
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#everything.end(), this.#broadcasts.end()]);
  }

  async #setScope(client: pg.PoolClient, scope: string): Promise<void> {
    if (this.#scopes.get(client) === scope) return;
    this.#scopes.delete(client);
    await client.query("SELECT set_config('gitcast.broadcast', $1, false)", [scope]);
    this.#scopes.set(client, scope);
  }
}

function poolOf({ url, role, onLost }: ConnectionOptions, max: number): pg.Pool {
  const pool = new pg.Pool({
    ...clientConfig(url),
    query_timeout: LOST_MS,
    max,
    idleTimeoutMillis: IDLE_MS,
    onConnect: async (client) => {
      await client.query(`SET search_path = gitcast; SET statement_timeout = ${STATEMENT_MS}; SET lock_timeout = ${LOCK_MS};
        SET idle_in_transaction_session_timeout = ${STATEMENT_MS}; ${role === undefined ? '' : `SET ROLE ${role}`}`);
    },
  });
  // Without listeners, a restart of the database would end the process. A lent connection has none of the pool's, and what
  // uses it learns of the loss by its next query.
  pool.on('error', onLost).on('connect', (client) => client.on('error', onLost));
  return pool;
}
