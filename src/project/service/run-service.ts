import { UserError } from '../../diagnostics/errors.ts';
import type { Credentials } from '../../service/administration.ts';
import { keeperName } from '../../service/local/claim.ts';
import { startLocalService } from '../../service/local/local-service.ts';
import { startSharedService, type SharedService } from '../../service/shared-service.ts';
import { nameOfServer } from '../../service/store/postgres/postgres-failures.ts';
import type { Outside } from '../outside.ts';
import { defineCall } from '../calls/call.ts';
import { port, text, type OptionsOf } from '../calls/option.ts';
import { databaseOf, nameOfNew, type ChosenDatabase, serviceSettings, serviceOptions } from './service-settings.ts';

const runOptions = {
  port: port('The port; 0 picks a free one (default: 4180)'),
  host: text(
    'ADDRESS',
    'The address to listen on, such as 0.0.0.0 in a container, behind a proxy with TLS (default: 127.0.0.1)',
  ),
  ...serviceSettings,
};

/** The options of `service`. */
export interface RunOptions extends OptionsOf<typeof runOptions> {}

/** A running service. */
export interface Serving {
  /**
   * How to reach it; `gitcast service --json` prints it. On a PostgreSQL database, the key is shown only by the start that
   * creates the first broadcast.
   */
  readonly card: { readonly url: string } & Omit<Credentials, 'key'> & Partial<Pick<Credentials, 'key'>>;
  /** The PostgreSQL database that it uses, without its password; undefined for a file. */
  readonly server?: string | undefined;
  /** Waits for the commands that use it, and for deliveries in progress. */
  readonly close: () => Promise<void>;
}

/** Serves the whole interface on this machine, until it is closed. Every request is an event. */
export const runService = defineCall(runOptions, async (outside, options: RunOptions): Promise<Serving> => {
  const database = databaseOf(outside, options);
  const { url, userId, broadcastId, key, own, close } = await start(outside, options, database);
  const forget = own.log.onRequest((request) => outside.onEvent({ type: 'request-served', request }));
  return {
    card: { url, userId, broadcastId, ...(key !== undefined && { key }) },
    ...(database.type === 'server' && { server: nameOfServer(database.at) }),
    close: async () => {
      await close();
      forget();
    },
  };
});

async function start(outside: Outside, options: RunOptions, { type, at }: ChosenDatabase): Promise<SharedService> {
  const settings = {
    database: at,
    port: options.port ?? 4180,
    hostname: options.host,
    name: await nameOfNew(outside, options),
    service: serviceOptions(outside, options),
  };
  if (type === 'server') {
    const { clock, signal, onEvent } = outside;
    const onWait = (message: string): void => onEvent({ type: 'service-notice', message });
    return startSharedService(settings, { clock, signal, onWait });
  }
  const started = await startLocalService(settings);
  if (started.type === 'started') return { ...started.service, own: started.service.own! };
  throw new UserError(`${keeperName(started.by)} already serves ${at}`, {
    suggestion: 'stop it, or pass another file with --database',
  });
}
