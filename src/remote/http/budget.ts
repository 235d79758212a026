/**
 * The requests of one run, through the gate of its host and key. After a failure that stops the run, no further requests
 * are sent; other runs that share the gate go on.
 */
import { RemoteError } from '../../diagnostics/errors.ts';
import type { AnswerHeaders } from './exchange.ts';
import { requestsLeft, waitAsked } from './rate-headers.ts';

/** A pause that the service asked for. */
export interface Wait {
  readonly milliseconds: number;
}

export interface BudgetOptions extends GateOptions {
  readonly onWait?: (wait: Wait) => void;
  /** Cancels requests that have not been sent; those in flight finish. */
  readonly signal?: AbortSignal;
  /** The gate that other runs use too (default: one of its own). */
  readonly gate?: Gate | undefined;
}

export class Budget {
  readonly concurrency: number;
  readonly #options: BudgetOptions;
  readonly #gate: Gate;
  #underWay = 0;
  #stoppedBy: RemoteError | undefined;

  constructor(options: BudgetOptions) {
    this.#options = options;
    this.#gate = options.gate ?? new Gate(options);
    this.concurrency = this.#gate.concurrency;
    options.signal?.addEventListener('abort', () => this.#gate.dismiss(this, interrupted()), { once: true });
  }

  /** Undefined until the service reports a limit. */
  readonly rate = (): RateSeen | undefined => this.#gate.rate();

  /** The number of requests sent and not yet answered. */
  readonly underWay = (): number => this.#underWay;

  /** A place in the queue, kept by a request through all of its tries. */
  newTicket(): number {
    return this.#gate.newTicket();
  }

  /** Resolves when the request may be sent. Call `leave` once after every `enter`. */
  async enter(ticket: number): Promise<void> {
    if (this.#options.signal?.aborted) throw interrupted();
    if (this.#stoppedBy) throw unsent(this.#stoppedBy);
    await this.#gate.enter(ticket, this);
    this.#underWay += 1;
  }

  leave(): void {
    this.#underWay -= 1;
    this.#gate.leave();
  }

  /**
   * No other request would succeed: all waiting requests, and all new ones until `resume`, fail for the same reason.
   */
  stop(reason: RemoteError): void {
    this.#stoppedBy ??= reason;
    this.#gate.dismiss(this, unsent(this.#stoppedBy));
  }

  /** Starts a new run: the cause of the last stop may be over. */
  readonly resume = (): void => {
    this.#stoppedBy = undefined;
  };

  /** Updates the budget from an answer. For a refusal, returns how long all requests wait. */
  learn(status: number, headers: AnswerHeaders, otherwise: number): number {
    const closing = this.#gate.learn(status, headers, otherwise);
    // Requests in flight together are refused together: one notice is enough.
    if (closing?.wasOpen) this.#options.onWait?.({ milliseconds: closing.milliseconds });
    return closing?.milliseconds ?? 0;
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

export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

export interface GateOptions {
  /** The maximum number of requests in flight. */
  readonly concurrency?: number;
  readonly now: () => number;
  readonly sleep: Sleep;
  /** Ends the wait for a closed gate, when everyone who uses it stops. */
  readonly signal?: AbortSignal;
}

export const USUAL_CONCURRENCY = 8;
export const LONGEST_WAIT = 10 * 60_000;

interface Waiting {
  readonly ticket: number;
  /** The run that the request belongs to. */
  readonly owner: object;
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

/**
 * The requests to one host with one key: how many may be in flight, and when. Several runs can share a gate, because the
 * service counts their requests together.
 *
 * The oldest request always goes first, including one that was refused before, so none starves. While the service
 * reports how many requests are left, no more than that are in flight; when it reports none, a single request probes. A
 * refusal (429) closes the gate for all requests for as long as the service asks, and then a single request probes
 * again. Every answer without rate headers raises the number in flight by one, up to the limit.
 */
export class Gate {
  readonly concurrency: number;
  readonly #options: GateOptions;
  #tickets = 0;
  #rate: RateSeen | undefined;
  #underWay = 0;
  #allowed: number;
  #closedUntil = Number.NEGATIVE_INFINITY;
  #opening = false;
  /** The oldest request first. */
  #waiting: Waiting[] = [];

  constructor(options: GateOptions) {
    this.#options = options;
    this.concurrency = Math.max(1, options.concurrency ?? USUAL_CONCURRENCY);
    this.#allowed = this.concurrency;
  }

  /** Undefined until the service reports a limit. */
  readonly rate = (): RateSeen | undefined => this.#rate;

  newTicket(): number {
    return this.#tickets++;
  }

  /** Resolves when the request may be sent. Call `leave` once after every `enter` that resolved. */
  enter(ticket: number, owner: object): Promise<void> {
    return new Promise((resolve, reject) => {
      const older = this.#waiting.findLastIndex((other) => other.ticket < ticket);
      this.#waiting.splice(older + 1, 0, { ticket, owner, resolve, reject });
      this.#admit();
    });
  }

  leave(): void {
    this.#underWay -= 1;
    this.#admit();
  }

  /** Updates the gate from an answer. For a refusal, returns how long all requests wait, and whether that is news. */
  learn(status: number, headers: AnswerHeaders, otherwise: number) {
    const stated = requestsLeft(headers);
    if (stated !== undefined) this.#rate = { left: stated, resetsIn: waitAsked(headers, this.#options.now()) };
    if (status === 429) {
      const asked = waitAsked(headers, this.#options.now()) ?? 0;
      return this.#close(Math.min(asked > 0 ? asked : otherwise, LONGEST_WAIT));
    }
    const left = stated ?? this.#allowed + 1;
    this.#allowed = Math.min(Math.max(1, left), this.concurrency);
    return undefined;
  }

  /** Rejects the waiting requests of one run. */
  dismiss(owner: object, reason: RemoteError): void {
    const dismissed = this.#waiting.filter((waiting) => waiting.owner === owner);
    this.#waiting = this.#waiting.filter((waiting) => waiting.owner !== owner);
    for (const { reject } of dismissed) reject(reason);
  }

  #close(milliseconds: number) {
    const now = this.#options.now();
    const wasOpen = this.#closedUntil <= now;
    this.#closedUntil = Math.max(this.#closedUntil, now + milliseconds);
    this.#allowed = 1;
    return { milliseconds, wasOpen };
  }

  #admit(): void {
    if (this.#waiting.length === 0) return;
    const closed = this.#closedUntil - this.#options.now();
    if (closed > 0) return this.#openAfter(closed);
    while (this.#underWay < this.#allowed) {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#underWay += 1;
      next.resolve();
    }
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
}
