import { join, resolve } from 'node:path';
import { existsSync } from 'node:fs';
import { UserError } from '../../diagnostics/errors.ts';
import { option, worded } from '../../diagnostics/wording.ts';
import { openapi } from '../../generate/openapi/openapi.ts';
import { systemClock, type ServiceOptions } from '../../service/options.ts';
import { isServer } from '../../service/store/database.ts';
import { isVariant, VARIANTS } from '../../service/variants.ts';
import type { Outside } from '../outside.ts';
import { flag, listOf, oneOf, pathShape, text, wholeNumber, type OptionsOf } from '../calls/option.ts';
import { PROFILE } from '../calls/shared-options.ts';
import { configOf } from '../settings/load-config.ts';
import { version } from '../version.ts';

const VARIANT_NAMES = Object.keys(VARIANTS).filter(isVariant);

export const serviceSettings = {
  database: text(
    'FILE|URL',
    'The SQLite file, or postgres://user@host/database (default: DATABASE_URL if it is such a URL, else .gitcast/service.db)',
    { shape: pathShape },
  ),
  replica: text(
    'URL',
    'A replica of that PostgreSQL database, for lists that may be old (default: DATABASE_REPLICA_URL)',
  ),
  profile: PROFILE,
  rateLimit: wholeNumber('N', 'Requests per minute and key; 0 for no limit (default: 600)', { least: 0 }),
  allowPrivateWebhooks: flag('Also deliver to private addresses, and over plain HTTP to this machine'),
  faults: flag('Let tests inject faults with PUT /faults'),
  variants: listOf(
    oneOf(
      'NAME',
      VARIANT_NAMES,
      `Behave differently where the interface does not specify it: ${VARIANT_NAMES.join(', ')}`,
    ),
    { flag: 'variant' },
  ),
};

/** How the embedded service behaves. */
export interface ServiceSettings extends OptionsOf<typeof serviceSettings> {}

export function serviceOptions({ onEvent }: Pick<Outside, 'onEvent'>, settings: ServiceSettings): ServiceOptions {
  const { profile = 'extended', rateLimit = 600, allowPrivateWebhooks = false, faults = false } = settings;
  return {
    profile,
    rateLimit,
    allowPrivateWebhooks,
    faults,
    variants: new Set(settings.variants ?? []),
    clock: systemClock,
    onFailure: (message, { requestId } = {}) => onEvent({ type: 'service-failed', message, requestId }),
    openapi: () => openapi({ profile, version: version() }),
  };
}

/** A SQLite file with its path, or a PostgreSQL database with its URL. */
export interface ChosenDatabase {
  readonly type: 'file' | 'server';
  readonly at: string;
}

/**
 * The given one, or the server that DATABASE_URL names, or the file of the project. Only the environment itself can name a
 * server, not `.env`: the service would store everything there.
 */
export function databaseOf(outside: Outside, { database }: ServiceSettings): ChosenDatabase {
  const given = database ?? serverNamedBy(outside.env['DATABASE_URL']);
  if (given === undefined) return { type: 'file', at: join(configOf(outside).root, '.gitcast/service.db') };
  if (isServer(given)) return { type: 'server', at: given };
  if (/^[a-z]+:\/\//i.test(given)) {
    throw new UserError(`${given.replace(/:\/\/.*/, '://…')} is neither a file nor a PostgreSQL database`, {
      suggestion: 'pass the path of a SQLite file, or a URL like postgres://user@host/database',
    });
  }
  return { type: 'file', at: resolve(outside.folder, given) };
}

/** Undefined for a URL of another program. Quotation marks are kept by some who set variables, such as `docker --env-file`. */
function serverNamedBy(url: string | undefined): string | undefined {
  if (url === undefined || isServer(url)) return url;
  if (!isServer(url.replace(/^[\s"']+/, ''))) return undefined;
  throw new UserError('DATABASE_URL begins with a quotation mark or a space', {
    suggestion: 'set it to the URL alone, like DATABASE_URL=postgres://user@host/database',
  });
}

/** Lists may be read from it. Only a server has one, so the variable means nothing to a file. */
export function replicaOf(
  outside: Outside,
  { replica }: ServiceSettings,
  { type }: ChosenDatabase,
): string | undefined {
  const given = replica ?? (type === 'server' ? outside.env['DATABASE_REPLICA_URL'] : undefined);
  if (given === undefined || given === '') return undefined;
  if (type === 'file') {
    throw new UserError('a SQLite file has no replica', {
      suggestion: worded`leave out ${option('replica')}, or pass the URL of a PostgreSQL database with ${option('database')}`,
    });
  }
  if (isServer(given)) return given;
  throw new UserError('the replica is not a PostgreSQL database', {
    suggestion: 'pass a URL like postgres://user@host/database',
  });
}

/** The broadcast of a new database gets its name from the files, so that the first sync finds no conflict. */
export async function nameOfNew(outside: Outside, settings: ServiceSettings): Promise<string> {
  const { type, at } = databaseOf(outside, settings);
  if (settings.database !== undefined || type === 'server' || existsSync(at)) return 'My broadcast';
  const config = configOf(outside);
  const [{ environmentFor }, { nameOf }] = await Promise.all([
    import('../files/present-content.ts'),
    import('../files/repository.ts'),
  ]);
  return nameOf(environmentFor(config, outside.folder, config.defaultTarget).checked.broadcast);
}
