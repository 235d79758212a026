import type { Candidate, DeliveryStore } from './delivery-store.ts';

/**
 * The number of deliveries read at once. An unreachable receiver may have thousands waiting, which would be read again
 * each time.
 */
const BATCH = 64;

/** Due deliveries, read ahead. A candidate may have been taken or withdrawn since: the lease decides. */
export class DueQueue {
  readonly #store: DeliveryStore;
  readonly #now: () => number;
  #candidates: readonly Candidate[] = [];

  constructor(store: DeliveryStore, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** True if one is already in memory. Does not read the database. */
  holdsOneExceptFor(busyWebhooks: readonly string[]): boolean {
    return this.#candidates.some(({ webhookId }) => !busyWebhooks.includes(webhookId));
  }

  takeExceptFor(busyWebhooks: readonly string[]): Candidate | undefined {
    if (!this.holdsOneExceptFor(busyWebhooks)) {
      this.#candidates = [...this.#candidates, ...this.#store.findDue(this.#now(), busyWebhooks, BATCH)];
    }
    const taken = this.#candidates.find(({ webhookId }) => !busyWebhooks.includes(webhookId));
    this.#candidates = this.#candidates.filter((candidate) => candidate !== taken);
    return taken;
  }
}
