import type { Resolve } from './send.ts';

/** Delivery settings for tests; each has a default for production. */
export interface DeliverySettings {
  readonly timeoutMs?: number;
  /** Returns 0 to 1; spreads the retries. */
  readonly random?: () => number;
  readonly resolve?: Resolve;
}
