/**
 * Metrics for Prometheus. No label has a value that a client chooses or of which there is one for each key, record or
 * broadcast: each value of a label is a series that Prometheus keeps. Quotas name broadcasts, and their number is limited.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { isLoopback } from '../../machine/loopback.ts';
import { isOwnHost, ownHostOnly } from '../../machine/own-host.ts';
import { limitUnreadBodies } from '../../machine/unread-bodies.ts';
import { unusablePort } from '../../machine/unusable-port.ts';
import { queueOf } from '../deliveries/delivery-store.ts';
import { reachable } from '../service-listener.ts';
import { shapeOf, type Observer } from './observer.ts';
import { within } from '../../values/within.ts';
import type { Clock } from '../options.ts';
import type { Engine, Work } from '../store/work.ts';
import { quotaUse, type QuotaUse } from '../store/quotas.ts';

interface Metrics {
  readonly observer: Observer;
  /** Also reports the connections and the queue of this service. */
  readonly watch: (service: Measurable) => void;
  readonly contentType: string;
  readonly text: () => Promise<string>;
}

const REQUEST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const QUERY_BUCKETS = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30];
const ATTEMPT_BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

export function createMetrics({ version }: { readonly version: string }): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  new Gauge({ name: 'gitcast_build_info', help: 'The version that runs', labelNames: ['version'], registers }).set(
    { version },
    1,
  );
  return {
    observer: { ...observeRequests(registers), ...observeStore(registers), ...observeDeliveries(registers) },
    watch: (service) => {
      for (const gauge of storeGauges(service)) register.registerMetric(gauge);
    },
    contentType: register.contentType,
    text: () => register.metrics(),
  };
}

type Registers = Registry[];

/** Answers that a limit of the service caused: too many requests, or too large a body. */
const isLimit = (status: number): boolean => status === 429 || status === 413;

function observeRequests(registers: Registers): Observer {
  const durations = new Histogram({
    name: 'gitcast_http_request_duration_seconds',
    help: 'Requests, and how long their answers took',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const inProgress = new Gauge({
    name: 'gitcast_http_requests_in_progress',
    help: 'Requests that are being answered',
    registers,
  });
  const limits = new Counter({
    name: 'gitcast_limits_reached_total',
    help: 'Requests that were refused because of a limit',
    labelNames: ['limit'],
    registers,
  });
  return {
    request: ({ method, route }) => {
      inProgress.inc();
      return {
        end: ({ status, problem, durationMs }) => {
          inProgress.dec();
          durations.observe({ method, route, status }, durationMs / 1000);
          if (isLimit(status)) limits.inc({ limit: problem ?? 'unknown' });
        },
      };
    },
  };
}

function observeStore(registers: Registers): Observer {
  const works = new Histogram({
    name: 'gitcast_database_work_duration_seconds',
    help: 'Reads and changes (transactions), including the wait for a connection and for the disk',
    labelNames: ['type', 'result'],
    buckets: QUERY_BUCKETS,
    registers,
  });
  const queries = new Histogram({
    name: 'gitcast_database_query_duration_seconds',
    help: 'Queries, including the way to the server and back',
    labelNames: ['operation', 'table'],
    buckets: QUERY_BUCKETS,
    registers,
  });
  return {
    work: ({ type }) => ({
      end: ({ error, durationMs }) =>
        works.observe({ type, result: error === undefined ? 'ok' : 'failed' }, durationMs / 1000),
    }),
    query: ({ sql }) => ({ end: ({ durationMs }) => queries.observe({ ...shapeOf(sql) }, durationMs / 1000) }),
  };
}

function observeDeliveries(registers: Registers): Observer {
  const attempts = new Counter({
    name: 'gitcast_delivery_attempts_total',
    help: 'Attempts at deliveries: delivered, pending (sent again later), failed (given up) or returned (to another copy)',
    labelNames: ['state'],
    registers,
  });
  const durations = new Histogram({
    name: 'gitcast_delivery_attempt_duration_seconds',
    help: 'How long attempts at deliveries took',
    buckets: ATTEMPT_BUCKETS,
    registers,
  });
  return {
    delivery: () => ({
      end: ({ state, durationMs }) => {
        attempts.inc({ state });
        durations.observe(durationMs / 1000);
      },
    }),
  };
}

/** A part of the service that metrics show. */
interface Measurable {
  readonly engine: Engine;
  readonly options: { readonly clock: Clock };
}

/** Longer than a query takes, and shorter than Prometheus waits. */
const PATIENCE_MS = 2000;

/**
 * Metrics that only the store has, read when somebody asks for them and kept for a while. Undefined without an answer.
 */
function lookingAt<T>({ engine }: Measurable, work: () => Work<T>, keptMs: number): () => Promise<T | undefined> {
  let kept: { readonly until: number; readonly found: Promise<T | undefined> } | undefined;
  return () => {
    const now = performance.now();
    if (!kept || kept.until <= now) {
      const asked = engine.read('everything', work).catch(() => undefined);
      const found = within(PATIENCE_MS, asked).finally(() => {
        if (keptMs === 0) kept = undefined;
      });
      kept = { until: now + Math.max(keptMs, PATIENCE_MS), found };
      void found.then((result) => result ?? (kept = undefined));
    }
    return kept.found;
  };
}

const storeGauges = (service: Measurable): readonly Gauge[] => [
  new Gauge({
    name: 'gitcast_database_connections',
    help: 'Connections to the database server, and works that wait for one',
    labelNames: ['pool', 'state'],
    registers: [],
    collect() {
      for (const { pool, ...counts } of service.engine.connections())
        for (const [state, count] of Object.entries(counts)) this.set({ pool, state }, count);
    },
  }),
  ...queueGauges(service),
  ...quotaGauges(service),
];

/** One query answers for three metrics. Without an answer, two of them are absent: nobody knows them. */
function queueGauges(service: Measurable): readonly Gauge[] {
  const now = (): number => service.options.clock.now();
  const look = lookingAt(service, () => queueOf(now()), 0);
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

const MOST_QUOTAS = 200;
/** They are read at most twice a minute, however often somebody asks. */
const QUOTAS_KEPT_MS = 30_000;

/** Each limit is a series that Prometheus keeps, so only those are shown that are nearest to being reached. */
function quotaGauges(service: Measurable): readonly Gauge[] {
  const look = lookingAt(service, () => quotaUse(service.options.clock.now()), QUOTAS_KEPT_MS);
  const gauge = (name: string, help: string, value: (use: QuotaUse) => number): Gauge =>
    new Gauge({
      name,
      help,
      labelNames: ['broadcast', 'resource'],
      registers: [],
      async collect() {
        const uses = await look();
        this.reset();
        for (const use of nearest(uses ?? []))
          this.set({ broadcast: use.broadcastId, resource: use.resource }, value(use));
      },
    });
  const number = new Gauge({
    name: 'gitcast_quota_limits',
    help: `Limits that are set. Of more than ${MOST_QUOTAS}, those that are used the most are shown. The same for all copies`,
    registers: [],
    async collect() {
      const uses = await look();
      if (uses) this.set(uses.length);
      else this.remove();
    },
  });
  return [
    gauge('gitcast_quota_limit', 'What a broadcast may store or send. The same for all copies', ({ limit }) => limit),
    gauge('gitcast_quota_used', 'What it stores or sent in 24 hours. The same for all copies', ({ used }) => used),
    number,
  ];
}

const nearest = (uses: readonly QuotaUse[]): readonly QuotaUse[] =>
  uses.length <= MOST_QUOTAS ? uses : uses.toSorted((a, b) => shareOf(b) - shareOf(a)).slice(0, MOST_QUOTAS);

/** A limit of 0 is reached. */
const shareOf = ({ used, limit }: QuotaUse): number => (limit === 0 ? Infinity : used / limit);

/**
 * `/metrics` on a port of its own. They need no key, and a proxy in front of the service would publish them with
 * everything else that is on its port. On the loopback interface, only names of this machine are answered. On another one,
 * nothing is known of the names by which Prometheus asks.
 */
export async function serveMetrics(
  { text, contentType }: Pick<Metrics, 'text' | 'contentType'>,
  { port, hostname = '127.0.0.1' }: { readonly port: number; readonly hostname?: string | undefined },
) {
  const server = createServer(async ({ url, method, headers, socket }, answer) => {
    const own = socket.localPort!;
    const isAsked = isOwnHost(headers.host, own) || headers.host === `${hostname}:${own}`;
    if (isLoopback(hostname) && !isAsked) {
      answer.writeHead(403, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' });
      return answer.end(`${ownHostOnly(own)}\n`);
    }
    const isKnown = url?.split('?')[0] === '/metrics' && (method === 'GET' || method === 'HEAD');
    const status = isKnown ? 200 : 404;
    const body = isKnown ? await text() : 'metrics are at /metrics\n';
    answer.writeHead(status, { 'Content-Type': isKnown ? contentType : 'text/plain', 'Cache-Control': 'no-store' });
    answer.end(method === 'HEAD' ? undefined : body);
  });
  limitUnreadBodies(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(unusablePort(error, port, 'metricsPort')));
    server.listen(port, hostname, resolve);
  });
  return {
    url: `http://${reachable(hostname)}:${(server.address() as AddressInfo).port}/metrics`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
