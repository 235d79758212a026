/**
 * The requests to one host with one key: how many may be in flight, and when. Several runs can share a gate, because the
 * service counts their requests together.
 *
 * The oldest request always goes first, including one that was refused before, so none starves. While the service
 * reports how many requests are left, no more than that are in flight; when it reports none, a single request probes. A
 * refusal (429) closes the gate for all requests for as long as the service asks, and then a single request probes
 * again. Every answer without rate headers raises the number in flight by one, up to the limit.
 */
import type { RemoteError } from '../../diagnostics/errors.ts';
import type { AnswerHeaders } from './headers.ts';
import { requestsLeft, waitAsked } from './rate-headers.ts';

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

/** The wait after a refusal, and whether the gate was open until then. */
export interface Closing {
  readonly milliseconds: number;
  readonly wasOpen: boolean;
}

export class Gate {
  readonly concurrency: number;
  readonly #options: GateOptions;
  #tickets = 0;
  #rate: RateSeen | undefined;
  #underWay = 0;
  #allowed: number;
  #closedUntil = Number.NEGATIVE_INFINITY;
  #opening = false;
  #fresh: Waiting[] = [];
  #firstFresh = 0;
  #again: Waiting[] = [];

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
  enter(ticket: number, owner: object, { again }: { readonly again: boolean }): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting = { ticket, owner, resolve, reject };
      if (again) this.#again.splice(this.#again.findLastIndex((other) => other.ticket < ticket) + 1, 0, waiting);
      else this.#fresh.push(waiting);
      this.#admit();
    });
  }

  leave(): void {
    this.#underWay -= 1;
    this.#admit();
  }

  /** Updates the gate from an answer. For a refusal, returns how long all requests wait. */
  learn(status: number, headers: AnswerHeaders, otherwise: number): Closing | undefined {
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
    const fresh = this.#fresh.slice(this.#firstFresh);
    const dismissed = [...this.#again, ...fresh].filter((waiting) => waiting.owner === owner);
    this.#again = this.#again.filter((waiting) => waiting.owner !== owner);
    this.#fresh = fresh.filter((waiting) => waiting.owner !== owner);
    this.#firstFresh = 0;
    for (const { reject } of dismissed) reject(reason);
  }

  #close(milliseconds: number): Closing {
    const now = this.#options.now();
    const wasOpen = this.#closedUntil <= now;
    this.#closedUntil = Math.max(this.#closedUntil, now + milliseconds);
    this.#allowed = 1;
    return { milliseconds, wasOpen };
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
}
