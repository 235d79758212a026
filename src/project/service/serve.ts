import { setTimeout as wait } from 'node:timers/promises';
import { UserError } from '../../diagnostics/errors.ts';
import { option, worded } from '../../diagnostics/wording.ts';
import type { Credentials } from '../../service/administration.ts';
import { keeperName } from '../../service/local/claim.ts';
import { startLocalService } from '../../service/local/local-service.ts';
import { startSharedService, type SharedService } from '../../service/shared-service.ts';
import { nameOfServer } from '../../service/store/postgres/postgres-failures.ts';
import type { Outside } from '../outside.ts';
import { defineCall } from '../calls/call.ts';
import { duration, port, text, type OptionsOf } from '../calls/option.ts';
import * as is from '../../values/shape.ts';
import {
  databaseOf,
  replicaOf,
  nameOfNew,
  type ChosenDatabase,
  serviceSettings,
  serviceOptions,
} from './service-settings.ts';
import { observeDeliveries, type Observer } from '../../service/observe/observer.ts';
import { obstacleTo, traceSettings } from '../../service/observe/trace-settings.ts';
import type { Traces } from '../../service/observe/traces.ts';
import { loadWith } from '../../service/optional-package.ts';
import type { Service } from '../../service/service.ts';
import { version } from '../../machine/program.ts';

const serveOptions = {
  port: port('The port; 0 picks a free one (default: 4180)'),
  host: text(
    'ADDRESS',
    'The address to listen on, such as 0.0.0.0 in a container, behind a proxy with TLS (default: 127.0.0.1)',
    // Node.js takes an empty one for every address.
    { shape: is.shape('an address, as text', (value) => typeof value === 'string' && value !== '') },
  ),
  ...serviceSettings,
  metricsPort: port('Serve metrics for Prometheus at /metrics on this port'),
  drain: duration('When stopped, report it at /readyz and accept requests for so long, such as 10s (default: 0s)'),
};

/** The options of `serve`. */
export interface ServeOptions extends OptionsOf<typeof serveOptions> {}

/** A running service. */
export interface Serving {
  /**
   * How to reach it; `gitcast serve --json` prints it. On a PostgreSQL database, the key is shown only by the start that
   * creates the first broadcast.
   */
  readonly card: { readonly url: string } & Omit<Credentials, 'key'> & Partial<Pick<Credentials, 'key'>>;
  /**
   * Opens its page, at `URL/#SECRET`, and lets programs on this machine inject faults (header `X-Gitcast-Secret`). Another
   * one at each start.
   */
  readonly secret: string;
  /** The PostgreSQL database that it uses, without its password; undefined for a file. */
  readonly server?: string | undefined;
  /** The URL of its metrics. */
  readonly metrics?: string | undefined;
  /** Waits for the commands that use it, and for deliveries in progress. */
  readonly close: () => Promise<void>;
}

/** Serves the whole interface on this machine, until it is closed. Every request is an event. */
export const serve = defineCall(serveOptions, async (outside, options: ServeOptions): Promise<Serving> => {
  const database = databaseOf(outside, options);
  const observation = await startObservation(outside, options);
  try {
    const { url, userId, broadcastId, key, own, close } = await start(outside, options, { database, observation });
    observation.watch(own);
    const forget = own.log.onRequest((request) => outside.onEvent({ type: 'request-served', request }));
    return {
      card: { url, userId, broadcastId, ...(key !== undefined && { key }) },
      ...(database.type === 'server' && { server: nameOfServer(database.at) }),
      secret: own.secret,
      metrics: observation.metrics,
      close: async () => {
        await close();
        forget();
        await observation.close();
      },
    };
  } catch (error) {
    await observation.close();
    throw error;
  }
});

interface ServiceStart {
  readonly database: ChosenDatabase;
  readonly observation: Observation;
}

async function start(outside: Outside, options: ServeOptions, chosen: ServiceStart): Promise<SharedService> {
  const { type, at: database } = chosen.database;
  const settings = {
    database,
    port: options.port ?? 4180,
    hostname: options.host,
    drained: () => wait(options.drain),
    name: await nameOfNew(outside, options),
    service: {
      ...serviceOptions(outside, options),
      replica: replicaOf(outside, options, chosen.database),
      observers: chosen.observation.observers,
    },
  };
  if (type === 'server') {
    const { clock, signal, onEvent } = outside;
    const onWait = (message: string): void => onEvent({ type: 'service-notice', message });
    return startSharedService(settings, { clock, signal, onWait });
  }
  const started = await startLocalService(settings);
  if (started.type === 'started') return { ...started.service, own: started.service.own! };
  throw new UserError(`${keeperName(started.by)} already serves ${database}`, {
    suggestion: worded`stop it, or pass another file with ${option('database')}`,
  });
}

/** Everything that watches a service while it runs. What is not asked for is not loaded. */

interface Observation {
  readonly observers: readonly Observer[];
  /** The URL of the metrics. */
  readonly metrics: string | undefined;
  /** To be called with the service once it runs. */
  readonly watch: (service: Service) => void;
  /** To be called after the service has ended. */
  readonly close: () => Promise<void>;
}

async function startObservation(
  outside: Pick<Outside, 'onEvent' | 'env'>,
  { metricsPort, host }: { readonly metricsPort?: number | undefined; readonly host?: string | undefined },
): Promise<Observation> {
  const deliveries = observeDeliveries((delivery) => outside.onEvent({ type: 'delivery-attempted', delivery }));
  const traces = await tracesFor(outside);
  const metrics = metricsPort === undefined ? undefined : await startMetrics(metricsPort, host);
  return {
    observers: [deliveries, metrics?.observer, traces?.observer].filter((each) => each !== undefined),
    metrics: metrics?.url,
    watch: (service) => metrics?.watch(service),
    close: async () => void (await Promise.all([metrics?.close(), traces?.close()])),
  };
}

async function startMetrics(port: number, hostname: string | undefined) {
  const { createMetrics, serveMetrics } = await loadWith(
    'prom-client',
    () => import('../../service/observe/metrics.ts'),
  );
  const metrics = createMetrics({ version: version() });
  return { ...metrics, ...(await serveMetrics(metrics, { port, hostname })) };
}

const PACKAGES = ['api', 'sdk-trace', 'exporter-trace-otlp-http', 'resources'].map((name) => `@opentelemetry/${name}`);

const loadTraces = async () => (await import('../../service/observe/traces.ts')).startTraces;

/** A service without traces is better than none: what prevents them is a notice. */
export async function tracesFor(
  { env, onEvent }: Pick<Outside, 'onEvent' | 'env'>,
  load = loadTraces,
): Promise<Traces | undefined> {
  const settings = traceSettings(env);
  if (!settings) return undefined;
  const notice = (message: string): void => onEvent({ type: 'service-notice', message });
  const obstacle = obstacleTo(settings, env);
  if (obstacle !== undefined) return void notice(`no traces are sent: ${obstacle}`);
  try {
    const startTraces = await load();
    return startTraces({ settings, version: version(), onFailure: notice });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    const install = `npm install ${PACKAGES.join(' ')}`;
    return void notice(
      `no traces are sent: ${settings.variable} is set, but the packages of OpenTelemetry are not installed; run ${install}`,
    );
  }
}
