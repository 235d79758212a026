import { join, resolve } from 'node:path';
import { existsSync } from 'node:fs';
import { UserError } from '../../diagnostics/errors.ts';
import { openapi } from '../../generate/openapi/openapi.ts';
import { systemClock, type ServiceOptions } from '../../service/options.ts';
import { isServer } from '../../service/store/database.ts';
import type { Outside } from '../outside.ts';
import { flag, text, wholeNumber, type OptionsOf } from '../calls/option.ts';
import { PROFILE } from '../calls/shared-options.ts';
import { configOf } from '../../repository/load-config.ts';
import { version } from '../../machine/program.ts';

export const serviceSettings = {
  database: text(
    'FILE|URL',
    'The SQLite file, or postgres://user@host/database (default: DATABASE_URL if it is such a URL, else .gitcast/service.db)',
  ),
  profile: PROFILE,
  rateLimit: wholeNumber('N', 'Requests per minute and key; 0 for no limit (default: 600)', { least: 0 }),
  allowPrivateWebhooks: flag('Also deliver to private addresses, and over plain HTTP to this machine'),
};

/** How the embedded service behaves. */
export interface ServiceSettings extends OptionsOf<typeof serviceSettings> {}

export function serviceOptions({ onEvent }: Pick<Outside, 'onEvent'>, settings: ServiceSettings): ServiceOptions {
  const { profile = 'extended', rateLimit = 600, allowPrivateWebhooks = false } = settings;
  return {
    profile,
    rateLimit,
    allowPrivateWebhooks,
    clock: systemClock,
    onFailure: (message, requestId) => onEvent({ type: 'service-failed', message, requestId }),
    onDelivery: (delivery) => onEvent({ type: 'delivery-attempted', delivery }),
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

/** The broadcast of a new database gets its name from the files, so that the first sync finds no conflict. */
export async function nameOfNew(outside: Outside, settings: ServiceSettings): Promise<string> {
  const { type, at } = databaseOf(outside, settings);
  if (settings.database !== undefined || type === 'server' || existsSync(at)) return 'My broadcast';
  const config = configOf(outside);
  const [{ environmentFor }, { nameOf }] = await Promise.all([
    import('../files/present-content.ts'),
    import('../../repository/repository.ts'),
  ]);
  return nameOf(environmentFor(config, outside.folder, config.defaultTarget).checked.broadcast);
}
