import type { Engine } from '../store/engine.ts';
import { findDue, type Candidate } from './delivery-store.ts';

/**
 * The number of deliveries read at once. An unreachable receiver may have thousands waiting, which would be read again
 * each time.
 */
const BATCH = 64;

/** Due deliveries, read ahead. A candidate may have been taken or withdrawn since: the lease decides. */
export class DueQueue {
  readonly #engine: Engine;
  readonly #now: () => number;
  #candidates: readonly Candidate[] = [];

  constructor(engine: Engine, now: () => number) {
    this.#engine = engine;
    this.#now = now;
  }

  /** Takes one that is already in memory. Does not read the database. */
  takeExceptFor(busyWebhooks: readonly string[]): Candidate | undefined {
    const taken = this.#candidates.find(({ webhookId }) => !busyWebhooks.includes(webhookId));
    this.#candidates = this.#candidates.filter((candidate) => candidate !== taken);
    return taken;
  }

  holdsOneExceptFor(busyWebhooks: readonly string[]): boolean {
    return this.#candidates.some(({ webhookId }) => !busyWebhooks.includes(webhookId));
  }

  /** Reads more. True if there are some. */
  async fill(busyWebhooks: readonly string[]): Promise<boolean> {
    const due = await this.#engine.read('everything', () => findDue(this.#now(), busyWebhooks, BATCH));
    const known = new Set(this.#candidates.map(({ id }) => id));
    this.#candidates = [...this.#candidates, ...due.filter(({ id }) => !known.has(id))];
    return due.length > 0;
  }
}
