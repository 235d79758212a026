import { join, resolve } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import { openapi } from '../../generate/openapi/openapi.ts';
import { systemClock, type Profile, type ServiceOptions } from '../../service/options.ts';
import type { Variant } from '../../service/variants.ts';
import type { Outside } from '../outside.ts';
import { configOf } from '../settings/load-config.ts';
import { version } from '../version.ts';

/** How the embedded service behaves. */
export interface ServiceSettings {
  /** The SQLite file; otherwise `.gitcast/service.db` of the project. */
  readonly database?: string | undefined;
  /** `documented`, or `extended` with the conventional operations, which is the default. */
  readonly profile?: Profile | undefined;
  /** Requests a minute and key, 0 for no limit; otherwise 600. */
  readonly rateLimit?: number | undefined;
  /** Deliver to private addresses too, and over plain http to this machine. */
  readonly allowPrivateWebhooks?: boolean | undefined;
  /** Let tests ask for faults with `PUT /faults`. */
  readonly faults?: boolean | undefined;
  /** Choose otherwise where the interface is silent. */
  readonly variants?: readonly Variant[] | undefined;
}

export function serviceOptions(settings: ServiceSettings): ServiceOptions {
  const { profile = 'extended', rateLimit = 600, allowPrivateWebhooks = false, faults = false } = settings;
  return {
    profile,
    rateLimit,
    allowPrivateWebhooks,
    faults,
    variants: new Set(settings.variants ?? []),
    clock: systemClock,
    openapi: () => openapi({ profile, version: version() }),
  };
}

/** The file that is named, else that of the project. */
export function databaseFile(outside: Outside, { database }: ServiceSettings): string {
  if (database === undefined) return join(configOf(outside).root, '.gitcast/service.db');
  if (/^[a-z]+:\/\//i.test(database)) {
    throw new UserError(`${database.replace(/:\/\/.*/, '://…')} is not a file`, {
      suggestion: 'the service keeps its data in a SQLite file',
    });
  }
  return resolve(outside.folder, database);
}
