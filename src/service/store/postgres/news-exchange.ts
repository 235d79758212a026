/**
 * News between the copies of the service. A copy tells the others soon after a commit, once for all changes until then:
 * a notification inside of the change would make all changes wait for one lock. A notification that is lost, because a
 * copy was killed or a connection cut, costs time only: every copy looks by itself now and then.
 *
 * The connection also shows that the copy is alive: it holds a lock that ends with it, even if the copy is killed.
 */
import { randomInt } from 'node:crypto';
import pg from 'pg';
import { TOPICS, type NewsListener, type Topic } from '../work.ts';
import { clientConfig, type OpenSockets } from './connections.ts';

const CHANNEL = 'gitcast_news';
/** Any number that no other program in the same database uses. */
const ALIVE = 471_826;
export const COPIES_ALIVE = `SELECT CAST(objid AS TEXT) AS name FROM pg_locks WHERE locktype = 'advisory' AND classid = ${ALIVE}
  AND objsubid = 2 AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
const SOON_MS = 20;
const AGAIN_MS = 1000;
const LOOK_MS = 30_000;

export class NewsExchange {
  readonly #url: string;
  readonly #sockets: OpenSockets;
  /** The name of this copy. */
  readonly self = String(randomInt(2 ** 31));
  readonly #listeners = new Set<NewsListener>();
  readonly #untold = new Set<Topic>();
  readonly #looking: NodeJS.Timeout;
  #client: pg.Client | undefined;
  /** Set until the others were told: a connection takes one query at a time. */
  #timer: NodeJS.Timeout | undefined;
  #telling: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(url: string, sockets: OpenSockets) {
    this.#url = url;
    this.#sockets = sockets;
    this.#looking = setInterval(() => this.#hear(TOPICS), LOOK_MS).unref();
  }

  onNews(listener: NewsListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(topics: ReadonlySet<Topic>): void {
    if (topics.size === 0) return;
    this.#hear(topics);
    for (const topic of topics) this.#untold.add(topic);
    this.#tellSoon();
  }

  /** Resolves once this copy hears the others, or knows that it has to try again. */
  async listen(): Promise<void> {
    if (this.#isClosed) return;
    const client = new pg.Client(clientConfig(this.#url, this.#sockets));
    let isLost = false;
    const again = (): void => {
      if (isLost || this.#isClosed) return;
      isLost = true;
      this.#client = undefined;
      void client.end().catch(() => {});
      setTimeout(() => void this.listen(), AGAIN_MS).unref();
    };
    client.on('error', again).on('end', again);
    client.on('notification', ({ payload = '' }) => {
      const [from, ...topics] = payload.split(' ');
      if (from !== this.self) this.#hear(TOPICS.filter((topic) => topics.includes(topic)));
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}; SELECT pg_advisory_lock(${ALIVE}, ${this.self})`);
      this.#client = client;
      this.#hear(TOPICS); // Anything may have happened before.
    } catch {
      again();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#looking);
    clearTimeout(this.#timer);
    await this.#telling;
    await this.#tellOthers();
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => {});
  }

  #hear(topics: Iterable<Topic>): void {
    for (const topic of topics) for (const listener of this.#listeners) listener(topic);
  }

  #tellSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#telling = this.#tellOthers().finally(() => {
        this.#timer = undefined;
        if (this.#untold.size > 0 && !this.#isClosed) this.#tellSoon();
      });
    }, SOON_MS).unref();
  }

  async #tellOthers(): Promise<void> {
    if (this.#untold.size === 0) return;
    const payload = [this.self, ...this.#untold].join(' ');
    this.#untold.clear();
    try {
      await this.#client?.query('SELECT pg_notify($1, $2)', [CHANNEL, payload]);
    } catch {
      // The others look by themselves.
    }
  }
}
