import { PROFILES } from '../config/config.ts';
import { RATE_LIMIT } from '../project/calls/limits.ts';
import type { ServiceSettings } from '../project/index.ts';
import { isVariant, VARIANTS } from '../project/service/service-settings.ts';
import type { Invocation, Options } from './command.ts';
import { PROFILE_FLAG } from './flags.ts';
import { integerOption, listOption, oneOfOption } from './option-values.ts';

const VARIANT_NAMES = Object.keys(VARIANTS).filter(isVariant);

export const SERVE_FLAGS = {
  port: { value: 'N', about: 'The port; 0 picks a free one (default: 4180)' },
  host: {
    value: 'ADDRESS',
    about: 'The address to listen on, such as 0.0.0.0 in a container, behind a proxy with TLS (default: 127.0.0.1)',
  },
  database: {
    value: 'FILE|URL',
    about:
      'The SQLite file, or postgres://user@host/database (default: DATABASE_URL if it is such a URL, else .gitcast/service.db)',
  },
  replica: {
    value: 'URL',
    about: 'A replica of that PostgreSQL database, for lists that may be old (default: DATABASE_REPLICA_URL)',
  },
  profile: PROFILE_FLAG,
  'rate-limit': { value: 'N', about: 'Requests per minute and key; 0 for no limit (default: 600)' },
  'allow-private-webhooks': { about: 'Also deliver to private addresses, and over plain HTTP to this machine' },
  faults: { about: 'Let tests inject faults with PUT /faults' },
  variant: {
    value: 'NAME,…',
    about: `Behave differently where the interface does not specify it: ${VARIANT_NAMES.join(', ')}`,
  },
  broadcast: { value: 'ID', about: 'keys create: the broadcast that the key gives access to (default: the first one)' },
  label: { value: 'TEXT', about: 'keys create: what the key is for' },
  expires: { value: 'INSTANT', about: 'keys create: when the key expires' },
} as const satisfies Options;

export type Serve = Invocation<typeof SERVE_FLAGS>;

/** How the embedded service behaves. */
export const serviceSettings = (given: Serve['options']): ServiceSettings => ({
  database: given.database,
  replica: given.replica,
  profile: oneOfOption('--profile', given.profile, PROFILES),
  rateLimit: integerOption('--rate-limit', given['rate-limit'], RATE_LIMIT),
  allowPrivateWebhooks: given['allow-private-webhooks'],
  faults: given.faults,
  variants: listOption(given.variant)
    .filter(Boolean)
    .flatMap((name) => oneOfOption('--variant', name, VARIANT_NAMES) ?? []),
});
