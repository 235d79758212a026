import { join, resolve } from 'node:path';
import { openapi } from '../generate/openapi.ts';
import { UserError } from '../diagnostics/errors.ts';
import { systemClock, type ServiceOptions } from '../service/options.ts';
import { isVariant, VARIANTS, type Variant } from '../service/variants.ts';
import type { Invocation, Options } from './command.ts';
import { loadConfig } from './load-config.ts';
import { integerOption, oneOfOption } from './option-values.ts';
import { version } from './version.ts';

/** The flags that say how the embedded service behaves. */
export const SERVICE_FLAGS = {
  database: { value: 'FILE', about: 'The SQLite file; otherwise .gitcast/service.db of this repository' },
  profile: { value: 'P', about: 'documented, or extended with the conventional operations, which is the default' },
  'rate-limit': { value: 'N', about: 'Requests a minute and key; 0 for no limit. Otherwise 600' },
  'allow-private-webhooks': { about: 'Deliver to private addresses too, and over plain http to this machine' },
  faults: { about: 'Let tests ask for faults with PUT /faults' },
  variant: {
    value: 'NAME,…',
    about: `Choose otherwise where the interface is silent: ${Object.keys(VARIANTS).join(', ')}`,
  },
} as const satisfies Options;

type Serving = Pick<Invocation<typeof SERVICE_FLAGS>, 'context' | 'options'>;

export function serviceOptions({ options }: Serving): ServiceOptions {
  const profile = oneOfOption('--profile', options.profile, ['documented', 'extended'] as const) ?? 'extended';
  return {
    profile,
    rateLimit: integerOption('rate-limit', options['rate-limit'], { least: 0 }) ?? 600,
    allowPrivateWebhooks: options['allow-private-webhooks'],
    faults: options.faults,
    variants: new Set((options.variant ?? '').split(',').filter(Boolean).map(variantNamed)),
    clock: systemClock,
    openapi: () => openapi({ profile, version: version() }),
  };
}

function variantNamed(name: string): Variant {
  if (isVariant(name)) return name;
  oneOfOption('--variant', name, Object.keys(VARIANTS));
  throw new Error(`no variant ${name}`);
}

/** The file that --database names, else that of the repository one is in. */
export function databaseFile({ context: { cwd, env }, options }: Serving): string {
  const { database, config } = options;
  if (database === undefined) return join(loadConfig({ configFile: config, cwd, env }).root, '.gitcast/service.db');
  if (/^[a-z]+:\/\//i.test(database)) {
    throw new UserError(`${database.replace(/:\/\/.*/, '://…')} is not a file`, {
      suggestion: 'the service keeps its data in a SQLite file',
    });
  }
  return resolve(cwd, database);
}
