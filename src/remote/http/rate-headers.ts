/**
 * Reads the rate limit from the headers of an answer. The interface names none, so the three families in use are tried
 * in turn: Retry-After, RateLimit (in its three spellings so far), X-RateLimit. A malformed header counts as absent.
 */
import { headerOf, httpDate, type AnswerHeaders } from './exchange.ts';

/** Milliseconds that a refused request should wait; undefined if no header says so. */
export function waitAsked(headers: AnswerHeaders, now: number): number | undefined {
  const clocks = { now, theirs: httpDate(headerOf(headers, 'date')) ?? now };
  return (
    retryAfter(headers, clocks) ??
    RESETS.map((read) => resetAfter(read(headers), clocks)).find((ms) => ms !== undefined)
  );
}

/** The number of requests left before the limit; undefined if no header says so. */
export function requestsLeft(headers: AnswerHeaders): number | undefined {
  const combined = combinedParameter(headers, /(?:^|[;,\s])(?:remaining|r)=(\d+)/g);
  const left = combined ?? headerOf(headers, 'ratelimit-remaining') ?? headerOf(headers, 'x-ratelimit-remaining');
  return wholeNumber(left);
}

interface Clocks {
  readonly now: number;
  readonly theirs: number;
}

function retryAfter(headers: AnswerHeaders, clocks: Clocks): number | undefined {
  const text = headerOf(headers, 'retry-after');
  const seconds = wholeNumber(text);
  if (seconds !== undefined) return seconds * 1000;
  const date = httpDate(text);
  return date === undefined ? undefined : untilInstant(date, clocks);
}

const RESETS: readonly ((headers: AnswerHeaders) => string | undefined)[] = [
  (headers) => combinedParameter(headers, /(?:^|[;,\s])(?:reset|t)=(\d+)/g),
  (headers) => headerOf(headers, 'ratelimit-reset'),
  (headers) => headerOf(headers, 'x-ratelimit-reset'),
];

const EPOCH_SECONDS = 1e9;
const EPOCH_MILLISECONDS = 1e12;

function resetAfter(text: string | undefined, clocks: Clocks): number | undefined {
  const value = wholeNumber(text);
  if (value === undefined) return undefined;
  if (value > EPOCH_MILLISECONDS) return untilInstant(value, clocks);
  return value > EPOCH_SECONDS ? untilInstant(value * 1000, clocks) : value * 1000;
}

/** Computed with both clocks, because either may be wrong: the shorter wait is used. */
function untilInstant(instant: number, { now, theirs }: Clocks): number {
  const [byOurs, byTheirs] = [instant - now, instant - theirs];
  return Math.max(0, Math.abs(byOurs) < Math.abs(byTheirs) ? byOurs : byTheirs);
}

/** A parameter of the `RateLimit` header; with several policies, the smallest value. */
function combinedParameter(headers: AnswerHeaders, pattern: RegExp): string | undefined {
  const limits = headerOf(headers, 'ratelimit');
  if (limits === undefined) return undefined;
  const values = [...limits.matchAll(pattern)].map((match) => Number(match[1]));
  return values.length === 0 ? undefined : String(Math.min(...values));
}

function wholeNumber(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{1,15}$/.test(text.trim())) return undefined;
  return Number(text);
}
