/**
 * Sends the deliveries in the outbox. A lane takes the delivery that has waited longest, attempts it, and takes the
 * next; if there are more, it opens another lane. A lane takes a delivery with a lease that is on disk before the
 * request is sent: after a crash the lease expires, and the delivery is sent again with the same id.
 */
import type { Outbox } from '../outbox.ts';
import { attempt, type AttemptParts } from './attempt.ts';
import { DeliveryStore, type Candidate } from './delivery-store.ts';
import { DueQueue } from './due-queue.ts';
import { PacedJob } from './paced-job.ts';

const LANES = 32;
/** Keeps one receiver that never answers from delaying the others. */
const LANES_A_WEBHOOK = 8;
/** Longer than an attempt can take, even if a fault makes it run twice. */
const LEASE = 60_000;
/** How often to check for expired leases and for a changed clock. */
const ROUND = 30_000;

export class DeliveryWorker {
  readonly store: DeliveryStore;
  readonly #parts: AttemptParts;
  readonly #outbox: Outbox;
  readonly #due: DueQueue;
  readonly #lanes = new Set<Promise<void>>();
  readonly #underWay = new Set<Candidate>();
  readonly #listeners = new Set<() => void>();
  readonly #announced = new PacedJob(() => this.#openLane(), { soonMs: 5 });
  #state: 'resting' | 'started' | 'stopping' = 'resting';
  #alarm: NodeJS.Timeout | undefined;

  constructor({ outbox, ...parts }: Omit<AttemptParts, 'store'> & { outbox: Outbox }) {
    this.store = new DeliveryStore(parts.database);
    this.#parts = { ...parts, store: this.store };
    this.#outbox = outbox;
    this.#due = new DueQueue(this.store, parts.options.clock.now);
  }

  start(): void {
    this.#state = 'started';
    // One process serves a database, so any earlier lease holder is gone.
    this.store.releaseLeases();
    this.#outbox.onAnnounced = () => this.#announced.ask();
    this.#openLane();
  }

  /** Takes no more deliveries, and waits for those in progress. */
  async stop(): Promise<void> {
    this.#state = 'stopping';
    this.#outbox.onAnnounced = () => {};
    this.#announced.cancel();
    clearTimeout(this.#alarm);
    await this.#lanesClosed();
    this.#state = 'resting';
  }

  /** Sends everything that is due and waits for it: one round, without timers. */
  async runDue(): Promise<void> {
    this.#openLane();
    await this.#lanesClosed();
  }

  /** Calls the listener after every recorded attempt. */
  onAttempt(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #openLane(): void {
    if (this.#underWay.size >= LANES || this.#state === 'stopping') return;
    const lane = this.#work().finally(() => {
      this.#lanes.delete(lane);
      this.#setAlarm();
    });
    this.#lanes.add(lane);
  }

  async #work(): Promise<void> {
    try {
      while (this.#state !== 'stopping' && (await this.#attemptNext()));
    } catch (error) {
      // The database failed, so nothing more can be done now. The leases expire and the deliveries are sent again.
      this.#parts.options.onFailure?.(`deliveries are paused: ${String(error)}`);
    }
  }

  /** True if there was a delivery to attempt. */
  async #attemptNext(): Promise<boolean> {
    const candidate = this.#due.takeExceptFor(this.#busyWebhooks());
    if (!candidate) return false;
    this.#underWay.add(candidate);
    if (this.#due.holdsOneExceptFor(this.#busyWebhooks())) this.#openLane();
    await this.#attempt(candidate).finally(() => this.#underWay.delete(candidate));
    return true;
  }

  async #attempt({ id }: Candidate): Promise<void> {
    const now = this.#now();
    const delivery = await this.#parts.database.write(() => this.store.lease(id, now, now + LEASE));
    if (!delivery) return; // It was withdrawn, or already taken.
    await attempt(this.#parts, delivery);
    for (const listener of this.#listeners) listener();
  }

  #busyWebhooks(): readonly string[] {
    const underWay = Map.groupBy(this.#underWay, ({ webhookId }) => webhookId);
    return [...underWay].flatMap(([webhookId, { length }]) => (length < LANES_A_WEBHOOK ? [] : [webhookId]));
  }

  /** Deliveries that are already due wait for a lane or for a lease to expire, not for the alarm. */
  #setAlarm(): void {
    clearTimeout(this.#alarm);
    if (this.#state !== 'started') return;
    const now = this.#now();
    const next = this.store.nextDueAfter(now) ?? Infinity;
    this.#alarm = setTimeout(() => this.#openLane(), Math.min(ROUND, next - now)).unref();
  }

  async #lanesClosed(): Promise<void> {
    while (this.#lanes.size > 0) await Promise.all(this.#lanes);
  }

  #now(): number {
    return this.#parts.options.clock.now();
  }
}
