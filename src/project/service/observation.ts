/** Everything that watches a service while it runs. What is not asked for is not loaded. */
import { observeDeliveries } from '../../service/observe/delivery-log.ts';
import type { Observer } from '../../service/observe/observer.ts';
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
  { onEvent }: Pick<Outside, 'onEvent'>,
  { metricsPort }: { readonly metricsPort?: number | undefined },
): Promise<Observation> {
  const deliveries = observeDeliveries((delivery) => onEvent({ type: 'delivery-attempted', delivery }));
  const metrics = metricsPort === undefined ? undefined : await startMetrics(metricsPort);
  return {
    observers: [deliveries, ...(metrics ? [metrics.observer] : [])],
    metrics: metrics?.url,
    watch: (service) => metrics?.watch(service),
    close: async () => metrics?.close(),
  };
}

async function startMetrics(port: number) {
  const [{ createMetrics }, { serveMetrics }] = await Promise.all([
    import('../../service/observe/metrics.ts'),
    import('../../service/observe/metrics-server.ts'),
  ]);
  const metrics = createMetrics({ version: version() });
  return { ...metrics, ...(await serveMetrics(metrics, { port })) };
}
