/**
 * Sends what the outbox holds. A lane takes the delivery that has waited longest, attempts it, and takes the next; while
 * there are more it opens another lane. A delivery is taken by a lease that is on the disk before the
 * request leaves: after a crash the lease runs out, and the delivery is sent again with the same id.
 */
import type { Outbox } from '../outbox.ts';
import { attempt, type AttemptParts } from './attempt.ts';
import { DeliveryStore, type Candidate } from './delivery-store.ts';
import { DueQueue } from './due-queue.ts';
import { Leisurely } from './leisurely.ts';

const LANES = 32;
/** So that one receiver that never answers does not hold up the others. */
const LANES_A_WEBHOOK = 8;
/** Longer than an attempt can take, even one that a fault makes twice. */
const LEASE = 60_000;
/** How often to look for leases that ran out, and whether the clock was set. */
const ROUND = 30_000;

export class DeliveryWorker {
  readonly store: DeliveryStore;
  readonly #parts: AttemptParts;
  readonly #outbox: Outbox;
  readonly #due: DueQueue;
  readonly #lanes = new Set<Promise<void>>();
  readonly #underWay = new Set<Candidate>();
  readonly #listeners = new Set<() => void>();
  readonly #announced = new Leisurely(() => this.#openLane(), { soonMs: 5 });
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
    // One process serves a database: whoever held a lease before is gone.
    this.store.releaseLeases();
    this.#outbox.onAnnounced = () => this.#announced.ask();
    this.#openLane();
  }

  /** Takes no further delivery, and waits for those under way. */
  async stop(): Promise<void> {
    this.#state = 'stopping';
    this.#outbox.onAnnounced = () => {};
    this.#announced.cancel();
    clearTimeout(this.#alarm);
    await this.#lanesClosed();
    this.#state = 'resting';
  }

  /** Sends everything that is due, and waits for it: one round, without timers. */
  async runDue(): Promise<void> {
    this.#openLane();
    await this.#lanesClosed();
  }

  /** Told after every recorded attempt. */
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
      // The database failed, so nothing more can be done now; the leases run out and the deliveries are sent again.
      process.stderr.write(`deliveries are interrupted: ${String(error)}\n`);
    }
  }

  /** Whether there was anything to attempt. */
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
    if (!delivery) return; // It was withdrawn, or taken before.
    await attempt(this.#parts, delivery);
    for (const listener of this.#listeners) listener();
  }

  #busyWebhooks(): readonly string[] {
    const underWay = Map.groupBy(this.#underWay, ({ webhookId }) => webhookId);
    return [...underWay].flatMap(([webhookId, { length }]) => (length < LANES_A_WEBHOOK ? [] : [webhookId]));
  }

  /** What is due already and was not taken waits for a lane or for the end of a lease, not for the alarm. */
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
