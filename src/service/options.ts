import type { Resolve } from './deliveries/send.ts';
import type { Observer } from './observe/observer.ts';
import type { Variants } from './variants.ts';
import type { Origin } from './store/work.ts';

export type Profile = 'documented' | 'extended';

/** Access to time. Tests use a clock that moves only when they advance it. */
export interface Clock {
  readonly now: () => number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** `origin`: the request during which it happened. */
export type OnFailure = (message: string, origin?: Origin) => void;

export interface ServiceOptions {
  readonly profile: Profile;
  /** Requests per minute and key; 0 for no limit. */
  readonly rateLimit: number;
  /** Deliver to private and loopback addresses, and to loopback without TLS. */
  readonly allowPrivateWebhooks: boolean;
  /** Allows tests to inject faults. */
  readonly faults: boolean;
  readonly variants: Variants;
  readonly clock: Clock;
  /** Reports an error that no client sees: a bug, or a database that fails. */
  readonly onFailure?: OnFailure | undefined;
  /** The URL of a streaming replica of the database, for lists that may be old. */
  readonly replica?: string | undefined;
  /** Ends the attempt to open the database. */
  readonly signal?: AbortSignal | undefined;
  /** Logs, metrics and traces. */
  readonly observers?: readonly Observer[];
  readonly deliveries?: DeliverySettings;
  /** The OpenAPI document, served at /openapi.json. */
  readonly openapi?: () => object;
}

/** Delivery settings for tests; each has a default for production. */
interface DeliverySettings {
  readonly timeoutMs?: number;
  /** Returns 0 to 1; spreads the retries. */
  readonly random?: () => number;
  readonly resolve?: Resolve;
}
