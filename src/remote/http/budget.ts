/**
 * One request budget for both surfaces of a target: how many requests may be in flight, and when.
 *
 * The oldest request always goes first, including one that was refused before, so none starves. While the service
 * reports how many requests are left, no more than that are in flight; when it reports none, a single request probes. A
 * refusal (429) closes the gate for all requests for as long as the service asks, and then a single request probes
 * again. Every answer without rate headers raises the number in flight by one, up to the limit.
 *
 * After a failure that stops the run, no further requests are sent.
 */
import { RemoteError } from '../../diagnostics/errors.ts';
import type { AnswerHeaders } from './headers.ts';
import { requestsLeft, waitAsked } from './rate-headers.ts';

export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** A pause that the service asked for. */
export interface Wait {
  readonly milliseconds: number;
}

export interface BudgetOptions {
  /** The maximum number of requests in flight. */
  readonly concurrency?: number;
  readonly now: () => number;
  readonly sleep: Sleep;
  readonly onWait?: (wait: Wait) => void;
  /** Cancels requests that have not been sent; those in flight finish. */
  readonly signal?: AbortSignal;
}

export const USUAL_CONCURRENCY = 8;
export const LONGEST_WAIT = 10 * 60_000;

interface Waiting {
  readonly ticket: number;
  readonly resolve: () => void;
  readonly reject: (error: RemoteError) => void;
}

/** The rate limit as the service last reported it. */
export interface RateSeen {
  /** The requests that are left. */
  readonly left: number;
  /** Milliseconds. */
  readonly resetsIn: number | undefined;
}

export class Budget {
  readonly concurrency: number;
  readonly #options: BudgetOptions;
  #tickets = 0;
  #rate: RateSeen | undefined;
  #underWay = 0;
  #allowed: number;
  #closedUntil = Number.NEGATIVE_INFINITY;
  #opening = false;
  #stoppedBy: RemoteError | undefined;
  readonly #fresh: Waiting[] = [];
  #firstFresh = 0;
  readonly #again: Waiting[] = [];

  constructor(options: BudgetOptions) {
    this.#options = options;
    this.concurrency = Math.max(1, options.concurrency ?? USUAL_CONCURRENCY);
    this.#allowed = this.concurrency;
    options.signal?.addEventListener('abort', () => this.#dismiss(interrupted()), { once: true });
  }

  /** Undefined until the service reports a limit. */
  readonly rate = (): RateSeen | undefined => this.#rate;

  /** The number of requests sent and not yet answered. */
  readonly underWay = (): number => this.#underWay;

  /** A place in the queue, kept by a request through all of its tries. */
  newTicket(): number {
    return this.#tickets++;
  }

  /** Resolves when the request may be sent. Call `leave` once after every `enter`. */
  enter(ticket: number, { again = false } = {}): Promise<void> {
    const reason = this.#reasonToSendNothing();
    if (reason) return Promise.reject(reason);
    return new Promise((resolve, reject) => {
      const waiting = { ticket, resolve, reject };
      if (again) this.#again.splice(this.#again.findLastIndex((other) => other.ticket < ticket) + 1, 0, waiting);
      else this.#fresh.push(waiting);
      this.#admit();
    });
  }

  leave(): void {
    this.#underWay -= 1;
    this.#admit();
  }

  /**
   * No other request would succeed: all waiting requests, and all new ones until `resume`, fail for the same reason.
   */
  stop(reason: RemoteError): void {
    this.#stoppedBy ??= reason;
    this.#dismiss(unsent(this.#stoppedBy));
  }

  /** Starts a new run: the cause of the last stop may be over. */
  readonly resume = (): void => {
    this.#stoppedBy = undefined;
  };

  /** Updates the budget from an answer. For a refusal, returns how long all requests wait. */
  learn(status: number, headers: AnswerHeaders, otherwise: number): number {
    const stated = requestsLeft(headers);
    if (stated !== undefined) this.#rate = { left: stated, resetsIn: waitAsked(headers, this.#options.now()) };
    if (status === 429) {
      const asked = waitAsked(headers, this.#options.now()) ?? 0;
      return this.#close(Math.min(asked > 0 ? asked : otherwise, LONGEST_WAIT));
    }
    const left = stated ?? this.#allowed + 1;
    this.#allowed = Math.min(Math.max(1, left), this.concurrency);
    return 0;
  }

  #close(milliseconds: number): number {
    const now = this.#options.now();
    const wasOpen = this.#closedUntil <= now;
    this.#closedUntil = Math.max(this.#closedUntil, now + milliseconds);
    this.#allowed = 1;
    // Requests in flight together are refused together: one notice is enough.
    if (wasOpen) this.#options.onWait?.({ milliseconds });
    return milliseconds;
  }

  #admit(): void {
    if (this.#again.length === 0 && this.#firstFresh === this.#fresh.length) return;
    const closed = this.#closedUntil - this.#options.now();
    if (closed > 0) return this.#openAfter(closed);
    while (this.#underWay < this.#allowed) {
      const next = this.#again.shift() ?? this.#nextFresh();
      if (!next) return;
      this.#underWay += 1;
      next.resolve();
    }
  }

  #nextFresh(): Waiting | undefined {
    const next = this.#fresh[this.#firstFresh];
    if (next) this.#firstFresh += 1;
    // In a long run the queue never empties, and finished entries would stay in it.
    if (this.#firstFresh === this.#fresh.length || this.#firstFresh >= 1000) {
      this.#fresh.splice(0, this.#firstFresh);
      this.#firstFresh = 0;
    }
    return next;
  }

  #openAfter(milliseconds: number): void {
    if (this.#opening) return;
    this.#opening = true;
    const open = (): void => {
      this.#opening = false;
      this.#admit();
    };
    // After an interrupted sleep, nothing is waiting any more.
    this.#options.sleep(milliseconds, this.#options.signal).then(open, open);
  }

  #reasonToSendNothing(): RemoteError | undefined {
    if (this.#options.signal?.aborted) return interrupted();
    return this.#stoppedBy && unsent(this.#stoppedBy);
  }

  #dismiss(reason: RemoteError): void {
    const waiting = [...this.#again.splice(0), ...this.#fresh.splice(0).slice(this.#firstFresh)];
    this.#firstFresh = 0;
    for (const { reject } of waiting) reject(reason);
  }
}

export const interrupted = (): RemoteError =>
  new RemoteError('the run was stopped before this step', { type: 'interrupted' });

/** Another request's failure, for a request that was not sent. `made` is what is known about earlier tries. */
export const unsent = (
  { message, type, status, suggestion }: RemoteError,
  made: 'no' | 'unknown' = 'no',
): RemoteError =>
  new RemoteError(message, {
    type,
    made,
    unsent: true,
    ...(status !== undefined && { status }),
    ...(suggestion !== undefined && { suggestion }),
  });
