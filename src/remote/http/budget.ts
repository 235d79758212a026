/**
 * The requests of one run, through the gate of its host and key. After a failure that stops the run, no further requests
 * are sent; other runs that share the gate go on.
 */
import { RemoteError } from '../../diagnostics/errors.ts';
import { Gate, type GateOptions, type RateSeen } from './gate.ts';
import type { AnswerHeaders } from './headers.ts';

export type { RateSeen, Sleep } from './gate.ts';
export { LONGEST_WAIT } from './gate.ts';

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
  async enter(ticket: number, { again = false } = {}): Promise<void> {
    const reason = this.#reasonToSendNothing();
    if (reason) throw reason;
    await this.#gate.enter(ticket, this, { again });
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

  #reasonToSendNothing(): RemoteError | undefined {
    if (this.#options.signal?.aborted) return interrupted();
    return this.#stoppedBy && unsent(this.#stoppedBy);
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
