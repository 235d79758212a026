import type { ServiceOptions } from '../../src/service/options.ts';

/** The embedded service without a rate limit. */
export const SERVICE_OPTIONS: ServiceOptions = {
  profile: 'extended',
  rateLimit: 0,
  allowPrivateWebhooks: false,
  clock: { now: () => Date.now() },
};
