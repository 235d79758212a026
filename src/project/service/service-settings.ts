import { join, resolve } from 'node:path';
import { existsSync } from 'node:fs';
import { UserError } from '../../diagnostics/errors.ts';
import { openapi } from '../../generate/openapi/openapi.ts';
import { systemClock, type ServiceOptions } from '../../service/options.ts';
import type { Variant } from '../../service/variants.ts';
import type { Profile } from '../../config/config.ts';
import type { Outside } from '../outside.ts';
import { configOf } from '../settings/load-config.ts';
import { version } from '../version.ts';

export { isVariant, VARIANTS, type Variant } from '../../service/variants.ts';

/** How the embedded service behaves. */
export interface ServiceSettings {
  /** The SQLite file (default: `.gitcast/service.db` in the project). */
  readonly database?: string | undefined;
  /** `documented`, or `extended` with the conventional operations (default: `extended`). */
  readonly profile?: Profile | undefined;
  /** Requests per minute and key, 0 for no limit (default: 600). */
  readonly rateLimit?: number | undefined;
  /** Also deliver to private addresses, and over plain HTTP to this machine. */
  readonly allowPrivateWebhooks?: boolean | undefined;
  /** Let tests inject faults with `PUT /faults`. */
  readonly faults?: boolean | undefined;
  /** Behave differently where the interface does not specify it. */
  readonly variants?: readonly Variant[] | undefined;
}

export function serviceOptions({ onEvent }: Pick<Outside, 'onEvent'>, settings: ServiceSettings): ServiceOptions {
  const { profile = 'extended', rateLimit = 600, allowPrivateWebhooks = false, faults = false } = settings;
  return {
    profile,
    rateLimit,
    allowPrivateWebhooks,
    faults,
    variants: new Set(settings.variants ?? []),
    clock: systemClock,
    onFailure: (message) => onEvent({ type: 'service-failed', message }),
    openapi: () => openapi({ profile, version: version() }),
  };
}

/** The given file, or that of the project. */
export function databaseFile(outside: Outside, { database }: ServiceSettings): string {
  if (database === undefined) return join(configOf(outside).root, '.gitcast/service.db');
  if (/^[a-z]+:\/\//i.test(database)) {
    throw new UserError(`${database.replace(/:\/\/.*/, '://…')} is not a file`, {
      suggestion: 'pass the path of a SQLite file',
    });
  }
  return resolve(outside.folder, database);
}

/** The broadcast of a new database gets its name from the files, so that the first sync finds no conflict. */
export async function nameOfNew(outside: Outside, settings: ServiceSettings): Promise<string> {
  const isOfProject = settings.database === undefined && !existsSync(databaseFile(outside, settings));
  if (!isOfProject) return 'My broadcast';
  const config = configOf(outside);
  const [{ environmentFor }, { nameOf }] = await Promise.all([
    import('../files/present-content.ts'),
    import('../files/repository.ts'),
  ]);
  return nameOf(environmentFor(config, outside.folder, config.defaultTarget).checked.broadcast);
}
