/** What only the store knows, read when somebody asks for the metrics. */
import { Gauge } from 'prom-client';
import { queueOf, type Queue } from '../deliveries/delivery-store.ts';
import type { Clock } from '../options.ts';
import type { Engine } from '../store/engine.ts';
import { within } from './within.ts';

export interface Measurable {
  readonly engine: Engine;
  readonly options: { readonly clock: Clock };
}

export const gaugesOf = (service: Measurable): readonly Gauge[] => [connections(service), ...queue(service)];

const connections = ({ engine }: Measurable): Gauge =>
  new Gauge({
    name: 'gitcast_database_connections',
    help: 'Connections to the database server, and works that wait for one',
    labelNames: ['pool', 'state'],
    registers: [],
    collect() {
      for (const { pool, busy, idle, waiting, most } of engine.connections()) {
        for (const [state, count] of Object.entries({ busy, idle, waiting, most })) this.set({ pool, state }, count);
      }
    },
  });

/** Longer than a query takes, and shorter than Prometheus waits. */
const PATIENCE_MS = 2000;

/** One query answers for three metrics. Without an answer, two of them are absent: nobody knows them. */
function queue({ engine, options }: Measurable): readonly Gauge[] {
  let looking: Promise<Queue | undefined> | undefined;
  const now = (): number => options.clock.now();
  const look = (): Promise<Queue | undefined> =>
    (looking ??= within(
      PATIENCE_MS,
      engine.read('everything', () => queueOf(now())).catch(() => undefined),
    ).finally(() => (looking = undefined)));
  const up = new Gauge({
    name: 'gitcast_database_up',
    help: '1 if the database answers',
    registers: [],
    async collect() {
      this.set((await look()) ? 1 : 0);
    },
  });
  const queued = new Gauge({
    name: 'gitcast_deliveries_queued',
    help: 'Deliveries in the database: due now, or later (scheduled or to be sent again). The same for all copies',
    labelNames: ['due'],
    registers: [],
    async collect() {
      const found = await look();
      this.reset();
      if (!found) return;
      this.set({ due: 'now' }, found.due);
      this.set({ due: 'later' }, found.later);
    },
  });
  const oldest = new Gauge({
    name: 'gitcast_deliveries_oldest_due_seconds',
    help: 'How long the oldest due delivery has waited. The same for all copies',
    registers: [],
    async collect() {
      const found = await look();
      if (found) this.set(found.oldest === null ? 0 : Math.max(0, now() - found.oldest) / 1000);
      else this.remove();
    },
  });
  return [up, queued, oldest];
}
