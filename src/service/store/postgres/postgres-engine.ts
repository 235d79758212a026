/**
 * The store on a PostgreSQL server, which any number of copies of the service share. A change is a transaction that sees
 * what others have committed (READ COMMITTED) and locks the records it is about to change, so that an If-Match is
 * compared with what is then overwritten. What two changes could still do to each other breaks a constraint, and the
 * second one runs again: an idempotency key is unique, and an event refers to its place.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { within } from '../../../values/within.ts';
import { Problem, unavailable } from '../../http/problem.ts';
import type { OnFailure } from '../../options.ts';
import {
  all,
  type Engine,
  type News,
  type NewsListener,
  type Query,
  type Scope,
  type Topic,
  type Work,
} from '../work.ts';
import { Connections, OpenSockets, withClient } from './connections.ts';
import { failureOf } from './postgres-failures.ts';
import { createTables, prepareRowRole } from './postgres-tables.ts';
import { COPIES_ALIVE, NewsExchange } from './news-exchange.ts';
import { Reads } from './reads.ts';
import { Transaction } from './transaction.ts';

export interface PostgresOptions {
  readonly onFailure?: OnFailure | undefined;
  /** Ends the attempt to open it. */
  readonly signal?: AbortSignal | undefined;
}

/** Changes at a time. More would wait for the same disk. */
const CHANGES = 10;
/** Together with the last requests and deliveries, less than the 10 s after which Docker kills. */
const CLOSING_MS = 2000;
const ATTEMPTS = { disturbed: 8, disconnected: 3 };
const PAUSE_MS = { disturbed: 5, disconnected: 100 };
const UNABLE = {
  overdue: 'the database took too long',
  exhausted: 'the database is out of disk space or another resource',
};

interface EngineConnections {
  readonly reads: Reads;
  readonly changes: Connections;
  readonly news: NewsExchange;
  readonly sockets: OpenSockets;
  readonly onFailure: OnFailure;
}

export class PostgresEngine implements Engine {
  readonly isShared = true;
  readonly #connected: EngineConnections;
  #isReachable = true;
  #isClosing = false;

  private constructor(connected: EngineConnections) {
    this.#connected = connected;
  }

  /** Connects, and creates the tables of a new database. */
  static async open(url: string, { onFailure = () => {}, signal }: PostgresOptions = {}): Promise<PostgresEngine> {
    const role = await prepare(url, signal);
    const sockets = new OpenSockets();
    const news = new NewsExchange(url, sockets);
    await news.listen();
    const changes = new Connections({ url, role, most: CHANGES, sockets });
    const reads = new Reads({ url, role, sockets });
    return new PostgresEngine({ reads, changes, news, sockets, onFailure });
  }

  async read<T>(scope: Scope, work: () => Work<T>): Promise<T> {
    const { reads } = this.#connected;
    const { result } = await this.#repeatedly(() => complete(work(), (query) => reads.ask(scope, query)));
    return result;
  }

  async write<T>(scope: Scope, work: () => Work<T>): Promise<T> {
    const { result, topics } = await this.#repeatedly(() => this.#transact(scope, work));
    this.#connected.news.tell(topics);
    return result;
  }

  get holder(): string {
    return this.#connected.news.self;
  }

  async holders(): Promise<readonly string[]> {
    const copies = await this.read('everything', () => all<{ name: string }>(COPIES_ALIVE));
    // Its lock may be lost for a moment, with the connection that holds it.
    return [this.holder, ...copies.map(({ name }) => name)];
  }

  /** Copies tell each other. */
  hasChangedElsewhere(): boolean {
    return false;
  }

  onNews(listener: NewsListener): () => void {
    return this.#connected.news.onNews(listener);
  }

  /** A server that hangs answers nothing, not even that a connection ends. Nothing that was acknowledged waits for it. */
  async close(): Promise<void> {
    const { sockets, onFailure } = this.#connected;
    this.#isClosing = true;
    const ending = this.#end().then(() => 'ended' as const);
    try {
      if ((await within(CLOSING_MS, ending)) === undefined)
        onFailure(`the database does not answer: its connections were closed after ${CLOSING_MS / 1000} seconds`);
    } finally {
      sockets.destroy();
    }
  }

  async #end(): Promise<void> {
    const { news, changes, reads } = this.#connected;
    await news.close();
    await Promise.all([changes.close(), reads.close()]);
  }

  #transact<T>(scope: Scope, work: () => Work<T>): Promise<Completed<T>> {
    return this.#connected.changes.use(async (connection) => {
      const transaction = new Transaction(connection, scope);
      try {
        const completed = await complete(work(), (query) => transaction.perform(query));
        await transaction.commit();
        return completed;
      } catch (error) {
        if (failureOf(error instanceof Problem ? error.cause : error) !== 'disconnected') await transaction.rollback();
        throw error;
      }
    });
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
        if (failure === 'disconnected' && this.#isClosing) throw unavailable('the service is stopping', error);
        if (failure === 'overdue' || failure === 'exhausted') throw this.#report(failure, error);
        if (attempt >= ATTEMPTS[failure]) throw this.#giveUp(failure, error);
        await wait(PAUSE_MS[failure] * attempt * (0.5 + Math.random()));
      }
    }
  }

  #report(failure: keyof typeof UNABLE, error: unknown): Problem {
    this.#connected.onFailure(`${UNABLE[failure]}: ${(error as Error).message}`);
    return unavailable(UNABLE[failure], error);
  }

  #giveUp(failure: 'disturbed' | 'disconnected', error: unknown): unknown {
    if (failure === 'disturbed') return error;
    if (this.#isReachable) this.#connected.onFailure(`the database cannot be reached: ${(error as Error).message}`);
    this.#isReachable = false;
    return unavailable('the database cannot be reached at the moment', error);
  }
}

const prepare = (url: string, signal: AbortSignal | undefined): Promise<string | undefined> =>
  withClient(
    url,
    async (client) => {
      await createTables(client);
      return prepareRowRole(client);
    },
    signal,
  );

interface Completed<T> {
  readonly result: T;
  readonly topics: ReadonlySet<Topic>;
}

type Answer = (query: Query) => Promise<unknown>;

async function complete<T>(work: Work<T>, answer: Answer): Promise<Completed<T>> {
  const topics = new Set<Topic>();
  let step = work.next();
  while (!step.done) step = await advance(work, step.value, answer, topics);
  return { result: step.value, topics };
}

/** Work may handle the failure of a query. */
async function advance<T>(
  work: Work<T>,
  step: Query | News,
  answer: Answer,
  topics: Set<Topic>,
): Promise<IteratorResult<Query | News, T>> {
  let result: unknown;
  try {
    result = step.wants === 'news' ? topics.add(step.topic) : await answer(step);
  } catch (error) {
    return work.throw(error);
  }
  return work.next(result);
}
