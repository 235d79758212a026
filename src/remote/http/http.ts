/** Requests to a target, with one budget, retries by method, a trace and a count. */
import { RemoteError } from '../../diagnostics/errors.ts';
import type { Json } from '../../values/json.ts';
import { interrupted, unsent, type Budget, type Sleep } from './budget.ts';
import type { Connection, Sending } from './connection.ts';
import { headerOf, httpDate, NO_HISTORY, type History, type Method, type Outcome } from './exchange.ts';
import { createRedact, type Redact } from './redact.ts';
import { once } from '../../values/once.ts';
import { stopsRun } from '../refusal.ts';
import { traceLine, type Trace } from './trace.ts';
import { judge, type Verdict } from '../verdict.ts';

export interface HttpRequest {
  readonly method: Method;
  /** Relative to the base URL, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Json;
  /** Strings that must not appear in errors or traces of this request. */
  readonly secrets: readonly string[];
}

/** `body` is undefined if the answer had none. */
export type HttpAnswer = Omit<Extract<Verdict, { type: 'done' }>, 'type'>;

export interface Http {
  /** Resolves for every 2xx; any other answer is a `RemoteError`. */
  readonly send: (request: HttpRequest) => Promise<HttpAnswer>;
  readonly counts: () => Counts;
  /** Milliseconds by which the service's clock is ahead of ours, once an answer had a date. */
  readonly clockSkew: () => number | undefined;
  readonly concurrency: number;
  /** Allows requests again after a failure that stopped a run. */
  readonly resume: () => void;
  readonly close: () => Promise<void>;
}

export interface Counts {
  /** All requests sent, retries included. */
  readonly requests: number;
  /** The number of retries among them. */
  readonly retries: number;
}

export interface HttpOptions {
  readonly connection: Connection;
  readonly budget: Budget;
  readonly trace?: Trace;
  readonly now: () => number;
  readonly sleep: Sleep;
  /** Returns 0 to 1. */
  readonly random: () => number;
  /** Cancels requests that have not been sent; those in flight finish. */
  readonly signal?: AbortSignal;
}

export function createHttp(options: HttpOptions): Http {
  const { connection, budget, trace, now, sleep, random, signal } = options;
  let clockSkew: number | undefined;
  let requests = 0;
  let retries = 0;

  const attempt = async (sending: Sending, tries: number, redact: Redact): Promise<Outcome> => {
    requests += 1;
    if (tries > 1) retries += 1;
    const started = now();
    const outcome = await connection.exchange(sending);
    const head = outcome.type === 'answer' ? outcome : outcome.head;
    const theirs = head && httpDate(headerOf(head.headers, 'date'));
    if (theirs !== undefined) clockSkew ??= theirs - now();
    trace?.(traceLine({ sending, outcome, tries, started, ended: now(), redact }));
    return outcome;
  };

  const send = async (request: HttpRequest): Promise<HttpAnswer> => {
    const { method, headers, secrets } = request;
    const path = withoutQuery(request.path);
    const sending: Sending = { method, path: request.path, headers, body: serialise(request) };
    // Most requests succeed and are not traced: then nothing has to be redacted.
    const redaction = once(() => createRedact(secrets));
    const redact: Redact = (text) => redaction()(text);
    const ticket = budget.newTicket();
    let history: History = NO_HISTORY;
    for (let tries = 1; ; tries++) {
      await unlessStopped(budget.enter(ticket), history);
      let verdict: Verdict;
      let waited = 0;
      try {
        const outcome = await attempt(sending, tries, redact);
        if (outcome.type === 'answer') {
          waited = budget.learn(outcome.status, outcome.headers, exponential(history.refusals, 1000));
        }
        verdict = judge({ method, path, outcome, history, redact });
        // Before the next request takes its place.
        if (verdict.type === 'failed' && stopsRun(verdict.error)) budget.stop(verdict.error);
      } finally {
        budget.leave();
      }
      if (verdict.type === 'failed') throw verdict.error;
      if (verdict.type === 'done') return verdict;
      history = extended(history, { doubtful: verdict.doubtful, waited });
      // After a refusal the budget makes it wait. After a failure only this request waits.
      const backoff = jittered(exponential(history.failures - 1, 250), random());
      if (waited === 0) await unlessStopped(sleep(backoff, signal), history);
    }
  };

  return {
    send,
    concurrency: budget.concurrency,
    resume: budget.resume,
    counts: () => ({ requests, retries }),
    clockSkew: () => clockSkew,
    close: () => connection.close(),
  };
}

const TOLERATED_SKEW = 5 * 60_000;

/** A message about clocks that differ by more than network delay, or undefined if they agree closely enough. */
export function clockProblem(skew: number): string | undefined {
  if (Math.abs(skew) <= TOLERATED_SKEW) return undefined;
  const minutes = Math.round(Math.abs(skew) / 60_000);
  const direction = skew > 0 ? 'behind' : 'ahead of';
  return `this machine's clock is ${minutes} minutes ${direction} the service's: correct it, because gitcast compares times of changes`;
}

const MOST_BODY_BYTES = 1024 * 1024;

function serialise({ method, path, body }: HttpRequest): string | null {
  if (body === undefined) return null;
  const text = JSON.stringify(body);
  const bytes = Buffer.byteLength(text);
  if (bytes <= MOST_BODY_BYTES) return text;
  throw new RemoteError(`${method} ${path} was not sent: its body is ${bytes} bytes, more than 1 MiB`, {
    type: 'too-large',
    suggestion: 'shorten the document, or split it into several',
  });
}

/** Waiting fails only if the run is stopped; an earlier try may still have been carried out. */
const unlessStopped = (waiting: Promise<void>, { doubtful }: History): Promise<void> =>
  waiting.catch((error: unknown) => {
    throw unsent(error instanceof RemoteError ? error : interrupted(), doubtful ? 'unknown' : 'no');
  });

const extended = (history: History, { doubtful, waited }: { doubtful: boolean; waited: number }): History => ({
  failures: history.failures + (waited === 0 ? 1 : 0),
  refusals: history.refusals + (waited === 0 ? 0 : 1),
  waited: history.waited + waited,
  doubtful: history.doubtful || doubtful,
});

const LONGEST_BACKOFF = 10_000;
const exponential = (earlier: number, first: number): number => Math.min(first * 2 ** earlier, LONGEST_BACKOFF);
/** Between half and all of it, so that requests that failed together are not retried together. */
const jittered = (milliseconds: number, random: number): number => Math.round(milliseconds * (0.5 + random / 2));

const withoutQuery = (path: string): string => path.replace(/\?.*$/, '');
