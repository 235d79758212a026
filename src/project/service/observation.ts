/** Everything that watches a service while it runs. What is not asked for is not loaded. */
import { observeDeliveries, type Observer } from '../../service/observe/observer.ts';
import { obstacleTo, traceSettings } from '../../service/observe/trace-settings.ts';
import type { Traces } from '../../service/observe/traces.ts';
import { loadWith } from '../../service/optional-package.ts';
import type { Service } from '../../service/service.ts';
import type { Outside } from '../outside.ts';
import { version } from '../version.ts';

export interface Observation {
  readonly observers: readonly Observer[];
  /** The URL of the metrics. */
  readonly metrics: string | undefined;
  /** To be called with the service once it runs. */
  readonly watch: (service: Service) => void;
  /** To be called after the service has ended. */
  readonly close: () => Promise<void>;
}

export async function startObservation(
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
