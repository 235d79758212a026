import type { Origin } from './observe/origin.ts';
import type { Clock } from './options.ts';
import type { Engine } from './store/engine.ts';
import { takeTokens, type Demand, type Taken } from './store/rate-limits.ts';
import type { Variants } from './variants.ts';

const MINUTE = 60_000;

interface Bucket {
  tokens: number;
  updated: number;
}

export interface Usage {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the bucket is full again or, if no request is allowed, until the next one is. */
  readonly reset: number;
}

function usageOf(allowed: boolean, tokens: number, limit: number): Usage {
  const missing = allowed ? limit - tokens : 1 - tokens;
  const reset = Math.max(1, Math.ceil((missing * MINUTE) / limit / 1000));
  return { allowed, limit, remaining: Math.floor(tokens), reset };
}

/** One token bucket per key. */
export interface Limiter {
  /** Undefined if there is no limit. */
  readonly take: (key: string, origin?: Origin) => Usage | undefined | Promise<Usage | undefined>;
}

/** In memory. Allows bursts of up to a minute's worth of requests, and refills evenly. */
export class RateLimiter implements Limiter {
  readonly #perMinute: number;
  readonly #clock: Clock;
  readonly #buckets = new Map<string, Bucket>();

  constructor(perMinute: number, clock: Clock) {
    this.#perMinute = perMinute;
    this.#clock = clock;
  }

  take(key: string): Usage | undefined {
    if (this.#perMinute === 0) return undefined;
    const now = this.#clock.now();
    const bucket = this.#buckets.get(key) ?? { tokens: this.#perMinute, updated: now };
    this.#buckets.set(key, bucket);
    const refill = (Math.max(0, now - bucket.updated) * this.#perMinute) / MINUTE;
    bucket.tokens = Math.min(this.#perMinute, bucket.tokens + refill);
    bucket.updated = now;
    const allowed = bucket.tokens >= 1;
    if (allowed) bucket.tokens -= 1;
    return usageOf(allowed, bucket.tokens, this.#perMinute);
  }
}

type Waiting = (usage: Promise<Usage>) => void;

/**
 * In the store, for all copies of the service together. Requests with one key wait for the bucket of that key anyway, so
 * those that arrive while a copy waits for it take their tokens together.
 */
export class SharedRateLimiter implements Limiter {
  readonly #perMinute: number;
  readonly #clock: Clock;
  readonly #engine: Engine;
  /** The requests of each key that is being asked for. */
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(perMinute: number, clock: Clock, engine: Engine) {
    this.#perMinute = perMinute;
    this.#clock = clock;
    this.#engine = engine;
  }

  take(key: string, origin?: Origin): Promise<Usage> | undefined {
    if (this.#perMinute === 0) return undefined;
    return new Promise((resolve) => {
      const others = this.#waiting.get(key);
      if (others) return others.push(resolve);
      this.#waiting.set(key, [resolve]);
      void this.#serve(key, origin);
    });
  }

  /** `origin`: of the request that came first. */
  async #serve(keyId: string, origin: Origin | undefined): Promise<void> {
    for (;;) {
      const waiting = this.#waiting.get(keyId)!.splice(0);
      if (waiting.length === 0) break;
      const demand = { keyId, wanted: waiting.length, perMinute: this.#perMinute, now: this.#clock.now() };
      const taken = this.#take(demand, origin);
      waiting.forEach((resolve, index) => resolve(taken.then((all) => usageOfOne(all, index, this.#perMinute))));
      await taken.catch(() => {});
    }
    this.#waiting.delete(keyId);
  }

  #take(demand: Demand, origin: Origin | undefined): Promise<Taken> {
    return this.#engine.write('everything', () => takeTokens(demand), { origin });
  }
}

/** What one of those who took tokens together would have seen if they had come one after the other. */
const usageOfOne = ({ granted, tokens }: Taken, index: number, limit: number): Usage =>
  usageOf(index < granted, tokens + Math.max(0, granted - index - 1), limit);

/** Sends all three header families that clients look for, since the interface names none. */
export function rateHeaders(usage: Usage, now: number, variants: Variants): Record<string, string> {
  const { limit, remaining, reset, allowed } = usage;
  const standard = {
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(reset),
  };
  const customary = {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.ceil(now / 1000) + reset),
  };
  const retryAfter = allowed ? {} : { 'Retry-After': String(reset) };
  if (variants.has('retry-after-date')) {
    return allowed ? {} : { 'Retry-After': new Date(now + reset * 1000).toUTCString() };
  }
  if (variants.has('ratelimit-headers')) return standard;
  if (variants.has('x-ratelimit-headers')) return customary;
  return { ...standard, ...customary, ...retryAfter };
}
