/**
 * Sends the deliveries in the outbox: those that have waited longest first, so many at a time. A delivery is taken with a
 * lease that is on disk before the request is sent: after a crash another process releases the lease, and the delivery is
 * sent again with the same id. If the database fails after a lease, this process returns the lease itself as soon as it
 * can.
 */
import { attempt, type HeldDelivery } from './attempt.ts';
import {
  findDue,
  lease,
  nextDueAfter,
  releaseLeases,
  returnLeases,
  type Candidate,
  type Lease,
  type StoredDelivery,
} from './delivery-store.ts';
import { within } from '../../values/within.ts';
import { pacedJob } from './paced-job.ts';
import { Problem } from '../http/problem.ts';
import type { ServiceParts } from '../options.ts';
import type { Attempted } from '../request-log.ts';
import { forgetOld } from '../store/idempotency.ts';

/** Attempts at a time. */
const MOST_ATTEMPTS = 32;
/** Keeps one receiver that never answers from delaying the others. */
const MOST_A_WEBHOOK = 8;
/**
 * The number of deliveries read at once. An unreachable receiver may have thousands waiting, which would be read again
 * each time.
 */
const BATCH = 64;
/** Longer than an attempt can take. */
const LEASE = 60_000;
/** How long attempts in progress may take when the worker stops, and then how long returning their leases. */
const LAST_ATTEMPTS = 5000;
const RETURNING = 2000;
/** How often to check for expired leases and for a changed clock. */
const ROUND = 30_000;
/** When to try again to return leases. */
const RETURN_AGAIN = 1000;
/** How often to delete what is kept no longer. */
const TIDYING = 60 * 60_000;

export class DeliveryWorker {
  readonly #parts: ServiceParts;
  /** Read ahead. One may have been taken or withdrawn since: the lease decides. */
  #due: readonly Candidate[] = [];
  readonly #underWay = new Map<Candidate, Promise<void>>();
  readonly #attempts = new Set<AbortController>();
  readonly #announced = pacedJob(() => this.#look(), { soonMs: 5 });
  #state: 'resting' | 'started' | 'stopping' | 'stopped' = 'resting';
  #beginning: Promise<void> | undefined;
  /** There may be more to begin. */
  #isAsked = false;
  #alarm: NodeJS.Timeout | undefined;
  #alarmsSet = 0;
  #tidiedAt = -Infinity;
  #releasedAt = -Infinity;
  /** Leases that may be in the database and belong to no attempt in progress, because the database failed. */
  #stranded: readonly Lease[] = [];
  #isPaused = false;
  #unsubscribe = (): void => {};

  constructor(parts: ServiceParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    this.#state = 'started';
    const { engine } = this.#parts;
    this.#unsubscribe = engine.onNews((topic) => {
      if (topic === 'deliveries') this.#announced.ask();
    });
    await this.#releaseLeases();
    this.#round();
  }

  /**
   * Takes no more deliveries, and waits for those in progress. An attempt that takes too long is given up, and another
   * process can send that delivery at once. If the database does not answer, the others notice that this one is gone.
   */
  async stop({ withinMs = LAST_ATTEMPTS } = {}): Promise<void> {
    this.#state = 'stopping';
    this.#unsubscribe();
    this.#announced.cancel();
    clearTimeout(this.#alarm);
    await this.#allEnded(withinMs);
    for (const attempt of this.#attempts) attempt.abort();
    await this.#allEnded(RETURNING);
    this.#state = 'stopped';
  }

  /** Sends everything that is due and waits for it: one round, without timers, also after `stop`. */
  async runDue(): Promise<void> {
    if (this.#state === 'stopped') this.#state = 'resting';
    this.#begin();
    await this.#allEnded();
  }

  #round(): void {
    if (this.#stranded.length > 0) this.#announced.ask();
    else this.#begin();
    const now = this.#now();
    if (now - this.#releasedAt >= ROUND) void this.#unlessItFails(this.#releaseLeases().then(() => this.#begin()));
    if (now - this.#tidiedAt < TIDYING) return;
    this.#tidiedAt = now;
    void this.#unlessItFails(this.#parts.engine.write('everything', () => forgetOld(now)));
  }

  /** Those of processes that are gone: what they were sending is sent again. */
  async #releaseLeases(): Promise<void> {
    const { engine } = this.#parts;
    this.#releasedAt = this.#now();
    const alive = await engine.holders();
    await engine.write('everything', () => releaseLeases(alive));
  }

  async #look(): Promise<void> {
    await this.#unlessItFails(this.#returnStranded());
    this.#begin();
  }

  async #returnStranded(): Promise<void> {
    const stranded = this.#stranded;
    if (stranded.length === 0) return;
    await this.#parts.engine.write('everything', () => returnLeases(stranded));
    this.#stranded = this.#stranded.filter((each) => !stranded.includes(each));
  }

  /** Begins as many attempts as there may be. Each that ends asks for the next. */
  #begin(): void {
    this.#isAsked = true;
    this.#beginning ??= this.#beginAll();
  }

  async #beginAll(): Promise<void> {
    await this.#unlessItFails(this.#beginDue());
    this.#beginning = undefined;
    if (this.#isAsked) this.#begin();
    else if (this.#underWay.size < MOST_ATTEMPTS) this.#setAlarm();
  }

  async #beginDue(): Promise<void> {
    this.#isAsked = false;
    while (this.#mayBegin() && this.#underWay.size < MOST_ATTEMPTS) {
      const candidate = await this.#take();
      if (!candidate) return;
      this.#underWay.set(candidate, this.#attemptAndGoOn(candidate));
    }
  }

  /** An attempt that ends after `stop` gave up on it must not begin another one. */
  #mayBegin(): boolean {
    return this.#state === 'resting' || this.#state === 'started';
  }

  async #attemptAndGoOn(candidate: Candidate): Promise<void> {
    const isDone = await this.#unlessItFails(this.#attempt(candidate));
    this.#underWay.delete(candidate);
    if (isDone) this.#begin();
    else this.#setAlarm();
  }

  async #take(): Promise<Candidate | undefined> {
    const busy = this.#busyWebhooks();
    const isFree = ({ webhookId }: Candidate): boolean => !busy.includes(webhookId);
    if (!this.#due.some(isFree)) await this.#readAhead(busy);
    const taken = this.#due.find(isFree);
    this.#due = this.#due.filter((candidate) => candidate !== taken);
    return taken;
  }

  async #readAhead(busyWebhooks: readonly string[]): Promise<void> {
    const found = await this.#parts.engine.read('everything', () => findDue(this.#now(), busyWebhooks, BATCH));
    const inHand = new Set([...this.#due, ...this.#underWay.keys()].map(({ id }) => id));
    this.#due = [...this.#due, ...found.filter(({ id }) => !inHand.has(id))];
  }

  async #attempt({ id }: Candidate): Promise<void> {
    const now = this.#now();
    const { engine } = this.#parts;
    const leased = { id, until: now + LEASE, holder: engine.holder };
    const abandon = new AbortController();
    try {
      const delivery = await engine.write('everything', () => lease(leased, now));
      if (!delivery) return; // It was withdrawn, or already taken.
      this.#attempts.add(abandon);
      await this.#logged(delivery, { lease: leased, abandon: abandon.signal });
    } catch (error) {
      // Any other failure may happen again each time, and its delivery waits until the lease expires.
      if (isOutage(error)) this.#stranded = [...this.#stranded, leased];
      throw error;
    } finally {
      this.#attempts.delete(abandon);
    }
  }

  async #logged(delivery: StoredDelivery, held: HeldDelivery): Promise<void> {
    const { id, type, webhookId, broadcastId, attempts, requestId } = delivery;
    const started = performance.now();
    const log = (attempted: Attempted): void => {
      const durationMs = performance.now() - started;
      const about = { id, type, webhookId, broadcastId, requestId, attempt: attempts + 1 };
      this.#parts.options.onDelivery?.({ ...about, ...attempted, durationMs });
    };
    try {
      log(await attempt(this.#parts, delivery, held));
    } catch (error) {
      log({ status: null, error: `its result could not be recorded: ${String(error)}`, state: 'pending' });
      throw error;
    }
  }

  #busyWebhooks(): readonly string[] {
    const underWay = Map.groupBy(this.#underWay.keys(), ({ webhookId }) => webhookId);
    return [...underWay].flatMap(([webhookId, { length }]) => (length < MOST_A_WEBHOOK ? [] : [webhookId]));
  }

  /** Deliveries that are already due wait for an attempt or a lease to end, not for the alarm. */
  #setAlarm(): void {
    void this.#unlessItFails(this.#setAlarmToNext());
  }

  async #setAlarmToNext(): Promise<void> {
    clearTimeout(this.#alarm);
    if (this.#state !== 'started') return;
    const turn = (this.#alarmsSet += 1);
    const ring = (wait: number): void => {
      if (turn !== this.#alarmsSet || this.#state !== 'started') return;
      clearTimeout(this.#alarm);
      this.#alarm = setTimeout(() => this.#round(), wait).unref();
    };
    ring(this.#untilRound());
    const now = this.#now();
    const next = await this.#parts.engine.read('everything', () => nextDueAfter(now));
    ring(Math.min(this.#untilRound(), (next ?? Infinity) - now));
  }

  /** Counted from the last round: the alarm is set again after each delivery, and a busy service would never have one. */
  #untilRound(): number {
    const latest = this.#stranded.length > 0 ? RETURN_AGAIN : ROUND;
    return Math.min(latest, Math.max(0, this.#releasedAt + ROUND - this.#now()));
  }

  /** If the database fails, nothing more can be done now. It is reported once, until the database works again. */
  async #unlessItFails(act: Promise<unknown>): Promise<boolean> {
    try {
      await act;
      this.#isPaused = false;
      return true;
    } catch (error) {
      const isReported = this.#state === 'resting' || this.#state === 'stopped' || this.#isPaused;
      this.#isPaused ||= !isReported;
      if (!isReported) this.#parts.options.onFailure?.(`deliveries are paused: ${String(error)}`);
      return false;
    }
  }

  async #allEnded(withinMs = Infinity): Promise<void> {
    const closed = async (): Promise<void> => {
      while (this.#beginning || this.#underWay.size > 0)
        await Promise.all([this.#beginning, ...this.#underWay.values()]);
    };
    await (withinMs === Infinity ? closed() : within(withinMs, closed()));
  }

  #now(): number {
    return this.#parts.options.clock.now();
  }
}

/** The database cannot be reached, or takes too long. */
const isOutage = (error: unknown): boolean => error instanceof Problem && error.status === 503;
