import { PROFILES } from '../config/config.ts';
import { RATE_LIMIT } from '../project/calls/limits.ts';
import type { ServiceSettings } from '../project/index.ts';
import { isVariant, VARIANTS } from '../project/service/service-settings.ts';
import { UserError } from '../diagnostics/errors.ts';
import type { Invocation, Options } from './command.ts';
import type { Environment } from './context.ts';
import { PROFILE_FLAG } from './flags.ts';
import { LOG_FORMATS, type LogFormat } from './views/service.ts';
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
  'metrics-port': { value: 'N', about: 'Serve metrics for Prometheus at /metrics on this port' },
  log: {
    value: 'FORMAT',
    completes: LOG_FORMATS,
    about: 'Log as text or as lines of JSON (default: LOG_FORMAT, else text; with --json: json)',
  },
  drain: {
    value: 'TIME',
    about: 'When stopped, report it at /readyz and accept requests for so long, such as 10s (default: 0s)',
  },
  broadcast: { value: 'ID', about: 'keys create: the broadcast that the key gives access to (default: the first one)' },
  label: { value: 'TEXT', about: 'keys create: what the key is for' },
  check: { about: 'migrate: only report whether it is necessary; exit code 2 if so' },
  force: { about: 'backup: overwrite FILE; restore: delete what the database contains' },
  expires: { value: 'INSTANT', about: 'keys create, rotate: when the new key expires' },
  'read-only': { about: 'keys create: the key can read, but not change anything' },
  overlap: { value: 'DURATION', about: 'keys rotate: how long both keys are valid, such as 90s or 48h (default: 24h)' },
} as const satisfies Options;

export type Serve = Invocation<typeof SERVE_FLAGS>;

/** The flag wins over the variable, so that one that is meant for another program can be overridden. */
export function logFormat({ log, json }: Serve['options'], env: Environment): LogFormat {
  const given = oneOfOption('--log', log, LOG_FORMATS);
  if (given !== undefined) return given;
  const variable = env['LOG_FORMAT'];
  if (variable === undefined || variable === '') return json ? 'json' : 'text';
  const format = LOG_FORMATS.find((each) => each === variable.toLowerCase());
  if (format !== undefined) return format;
  throw new UserError(`LOG_FORMAT is ${variable}, which gitcast does not support`, {
    suggestion: 'set it to text or json, or pass --log text',
  });
}

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
