import type { Resolve } from './send.ts';

/** What tests set about deliveries; each has a default for real use. */
export interface DeliverySettings {
  readonly timeoutMs?: number;
  /** From 0 to 1; scatters the retries. */
  readonly random?: () => number;
  readonly resolve?: Resolve;
}
