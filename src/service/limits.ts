import type { Clock } from './options.ts';
import type { Variants } from './variants.ts';

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

/** One token bucket per key: allows bursts of up to a minute's worth of requests, and refills evenly. */
export class RateLimiter {
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
    const perMillisecond = this.#perMinute / 60_000;
    const bucket = this.#buckets.get(key) ?? { tokens: this.#perMinute, updated: now };
    this.#buckets.set(key, bucket);
    bucket.tokens = Math.min(this.#perMinute, bucket.tokens + Math.max(0, now - bucket.updated) * perMillisecond);
    bucket.updated = now;
    const allowed = bucket.tokens >= 1;
    if (allowed) bucket.tokens -= 1;
    const missing = allowed ? this.#perMinute - bucket.tokens : 1 - bucket.tokens;
    return {
      allowed,
      limit: this.#perMinute,
      remaining: Math.floor(bucket.tokens),
      reset: Math.max(1, Math.ceil(missing / perMillisecond / 1000)),
    };
  }
}

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
