/**
 * The store on a PostgreSQL server, which any number of copies of the service share. A change is a transaction that sees
 * what others have committed (READ COMMITTED) and locks the records it is about to change, so that an If-Match is
 * compared with what is then overwritten. What two changes could still do to each other breaks a constraint, and the
 * second one runs again: an idempotency key is unique, and an event refers to its place.
 */
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { InternalError } from '../../../diagnostics/errors.ts';
import type { Engine, NewsListener, ReadOptions, Scope } from '../engine.ts';
import type { News, Query, Topic, Work } from '../work.ts';
import { clientConfig, Connections, type Connection } from './connections.ts';
import { failureOf, unavailable } from './failures.ts';
import { migrate } from './migrations.ts';
import { NewsExchange } from './news.ts';
import { prepareRowRole } from './row-role.ts';
import { unusableServer } from './unusable-server.ts';

export interface PostgresOptions {
  readonly onFailure?: ((message: string) => void) | undefined;
}

const ATTEMPTS = { disturbed: 8, disconnected: 3 };
const PAUSE_MS = { disturbed: 5, disconnected: 100 };

export class PostgresEngine implements Engine {
  readonly isShared = true;
  readonly #connections: Connections;
  readonly #news: NewsExchange;
  readonly #onFailure: (message: string) => void;
  #isReachable = true;

  private constructor(connections: Connections, news: NewsExchange, onFailure: (message: string) => void) {
    this.#connections = connections;
    this.#news = news;
    this.#onFailure = onFailure;
  }

  /** Connects, and migrates the database if necessary. */
  static async open(url: string, { onFailure = () => {} }: PostgresOptions = {}): Promise<PostgresEngine> {
    const role = await prepare(url);
    const connections = new Connections({ url, role, onLost: () => {} });
    const news = new NewsExchange(url);
    await news.listen();
    return new PostgresEngine(connections, news, onFailure);
  }

  async read<T>(scope: Scope, work: () => Work<T>, { isSnapshot = false }: ReadOptions = {}): Promise<T> {
    const { result } = await this.#repeatedly(() =>
      this.#connections.use(scope, (connection) =>
        isSnapshot ? within(SNAPSHOT, connection, work) : complete(work(), connection),
      ),
    );
    return result;
  }

  async write<T>(scope: Scope, work: () => Work<T>): Promise<T> {
    const { result, topics } = await this.#repeatedly(() =>
      this.#connections.use(scope, (connection) => within('BEGIN', connection, work)),
    );
    this.#news.tell(topics);
    return result;
  }

  onNews(listener: NewsListener): () => void {
    return this.#news.onNews(listener);
  }

  async close(): Promise<void> {
    await this.#news.close();
    await this.#connections.close();
  }

  /** Nothing has happened if the act fails, so it may be done again. */
  async #repeatedly<T>(act: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const result = await act();
        this.#isReachable = true;
        return result;
      } catch (error) {
        const failure = failureOf(error);
        if (failure === 'refused') throw error;
        if (failure === 'overdue') throw unavailable('the database took too long', error);
        if (attempt >= ATTEMPTS[failure]) throw this.#giveUp(failure, error);
        await wait(PAUSE_MS[failure] * attempt * (0.5 + Math.random()));
      }
    }
  }

  #giveUp(failure: 'disturbed' | 'disconnected', error: unknown): unknown {
    if (failure === 'disturbed') return error;
    if (this.#isReachable) this.#onFailure(`the database cannot be reached: ${(error as Error).message}`);
    this.#isReachable = false;
    return unavailable('the database cannot be reached at the moment', error);
  }
}

/** Prepares the database by a connection of its own, without the limits of the others. */
async function prepare(url: string): Promise<string | undefined> {
  try {
    const client = new pg.Client(clientConfig(url));
    client.on('error', () => {});
    await client.connect();
    try {
      await client.query('SET search_path = gitcast');
      await migrate(client);
      return await prepareRowRole(client);
    } finally {
      await client.end();
    }
  } catch (error) {
    throw unusableServer(url, error);
  }
}

const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

interface Completed<T> {
  readonly result: T;
  readonly topics: ReadonlySet<Topic>;
}

async function within<T>(begin: string, connection: Connection, work: () => Work<T>): Promise<Completed<T>> {
  await connection.exec(begin);
  let completed: Completed<T>;
  try {
    completed = await complete(work(), connection);
  } catch (error) {
    if (failureOf(error) !== 'disconnected') await connection.exec('ROLLBACK');
    throw error;
  }
  await confirm(connection);
  return completed;
}

async function confirm(connection: Connection): Promise<void> {
  let done: string;
  try {
    done = await connection.exec('COMMIT');
  } catch (error) {
    // Without an answer, nobody knows whether it was committed. Doing it again could do it twice.
    throw failureOf(error) === 'disconnected' ? unavailable('the database did not confirm the change', error) : error;
  }
  // The server answers so, without an error, if work went on after a query that failed.
  if (done !== 'COMMIT') throw new InternalError('the change was rolled back');
}

async function complete<T>(work: Work<T>, connection: Connection): Promise<Completed<T>> {
  const topics = new Set<Topic>();
  let step = work.next();
  while (!step.done) step = await answer(work, step.value, connection, topics);
  return { result: step.value, topics };
}

/** Work may handle the failure of a query. */
async function answer<T>(
  work: Work<T>,
  step: Query | News,
  connection: Connection,
  topics: Set<Topic>,
): Promise<IteratorResult<Query | News, T>> {
  let result: unknown;
  try {
    result = step.wants === 'news' ? topics.add(step.topic) : await connection.perform(step);
  } catch (error) {
    return work.throw(error);
  }
  return work.next(result);
}
