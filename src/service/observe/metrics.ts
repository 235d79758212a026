/**
 * Metrics for Prometheus. No label has a value that a client chooses or of which there is one for each key, record or
 * broadcast: each value of a label is a series that Prometheus keeps. Quotas name broadcasts, and their number is limited.
 */
import { createServer } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { closeNow, listenOn } from '../../machine/listen-on.ts';
import { isLoopback, isOwnHost, ownHostOnly } from '../../machine/own-host.ts';
import { limitUnreadBodies } from '../../machine/unread-bodies.ts';
import { queueOf } from '../deliveries/delivery-store.ts';
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

/** Each limit is a series that Prometheus keeps, so only those are shown that are nearest to being reached. */
const MOST_QUOTAS = 200;

/** All metrics, with the texts that Prometheus shows. Those of the store are the same for all copies. */
const HELP = {
  gitcast_build_info: 'The version that runs',
  gitcast_http_request_duration_seconds: 'Requests, and how long their answers took',
  gitcast_http_requests_in_progress: 'Requests that are being answered',
  gitcast_limits_reached_total: 'Requests that were refused because of a limit',
  gitcast_database_work_duration_seconds:
    'Reads and changes (transactions), including the wait for a connection and for the disk',
  gitcast_database_query_duration_seconds: 'Queries, including the way to the server and back',
  gitcast_delivery_attempts_total:
    'Attempts at deliveries: delivered, pending (sent again later), failed (given up) or returned (to another copy)',
  gitcast_delivery_attempt_duration_seconds: 'How long attempts at deliveries took',
  gitcast_database_connections: 'Connections to the database server, and works that wait for one',
  gitcast_database_up: '1 if the database answers',
  gitcast_deliveries_queued:
    'Deliveries in the database: due now, or later (scheduled or to be sent again). The same for all copies',
  gitcast_deliveries_oldest_due_seconds: 'How long the oldest due delivery has waited. The same for all copies',
  gitcast_quota_limit: 'What a broadcast may store or send. The same for all copies',
  gitcast_quota_used: 'What it stores or sent in 24 hours. The same for all copies',
  gitcast_quota_limits: `Limits that are set. Of more than ${MOST_QUOTAS}, those that are used the most are shown. The same for all copies`,
};

type MetricName = keyof typeof HELP;

const REQUEST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const QUERY_BUCKETS = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30];
const ATTEMPT_BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

export function createMetrics({ version }: { readonly version: string }): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  new Gauge({ ...declared('gitcast_build_info', ['version']), registers }).set({ version }, 1);
  return {
    observer: observerOf(registers),
    watch: (service) => measureStore(service, registers),
    contentType: register.contentType,
    text: () => register.metrics(),
  };
}

const declared = <Label extends string>(name: MetricName, labelNames: readonly Label[] = []) => ({
  name,
  labelNames,
  help: HELP[name],
});

/** Answers that a limit of the service caused: too many requests, or too large a body. */
const isLimit = (status: number): boolean => status === 429 || status === 413;

function observerOf(registers: Registry[]): Observer {
  const counter = (name: MetricName, label: string) => new Counter({ ...declared(name, [label]), registers });
  const histogram = (name: MetricName, buckets: number[], labels: readonly string[] = []) =>
    new Histogram({ ...declared(name, labels), buckets, registers });
  const requests = histogram('gitcast_http_request_duration_seconds', REQUEST_BUCKETS, ['method', 'route', 'status']);
  const inProgress = new Gauge({ ...declared('gitcast_http_requests_in_progress'), registers });
  const limits = counter('gitcast_limits_reached_total', 'limit');
  const works = histogram('gitcast_database_work_duration_seconds', QUERY_BUCKETS, ['type', 'result']);
  const queries = histogram('gitcast_database_query_duration_seconds', QUERY_BUCKETS, ['operation', 'table']);
  const attempts = counter('gitcast_delivery_attempts_total', 'state');
  const attemptDurations = histogram('gitcast_delivery_attempt_duration_seconds', ATTEMPT_BUCKETS);
  return {
    request: ({ method, route }) => {
      inProgress.inc();
      return {
        end: ({ status, problem, durationMs }) => {
          inProgress.dec();
          requests.observe({ method, route, status }, durationMs / 1000);
          if (isLimit(status)) limits.inc({ limit: problem ?? 'unknown' });
        },
      };
    },
    work: ({ type }) => ({
      end: ({ error, durationMs }) =>
        works.observe({ type, result: error === undefined ? 'ok' : 'failed' }, durationMs / 1000),
    }),
    query: ({ sql }) => ({ end: ({ durationMs }) => queries.observe({ ...shapeOf(sql) }, durationMs / 1000) }),
    delivery: () => ({
      end: ({ state, durationMs }) => {
        attempts.inc({ state });
        attemptDurations.observe(durationMs / 1000);
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
function lookingAt<T>(engine: Engine, work: () => Work<T>, keptMs: number): () => Promise<T | undefined> {
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

/** They are read at most twice a minute, however often somebody asks. */
const QUOTAS_KEPT_MS = 30_000;

/** The values of a gauge by their labels. */
type Series = readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[];

/** Values that nobody knows, because the database does not answer, are absent. */
function measureStore({ engine, options: { clock } }: Measurable, registers: Registry[]): void {
  const gauge = (name: MetricName, labels: readonly string[], read: () => Promise<Series | undefined>): Gauge =>
    new Gauge({
      ...declared(name, labels),
      registers,
      async collect() {
        const series = await read();
        this.reset();
        // Without labels, a reset leaves a 0.
        this.remove({});
        for (const [values, value] of series ?? []) this.set({ ...values }, value);
      },
    });
  gauge('gitcast_database_connections', ['pool', 'state'], async () =>
    engine
      .connections()
      .flatMap(({ pool, ...counts }) => Object.entries(counts).map(([state, count]) => [{ pool, state }, count])),
  );
  // One query answers for three metrics.
  const queue = lookingAt(engine, () => queueOf(clock.now()), 0);
  gauge('gitcast_database_up', [], async () => [[{}, (await queue()) ? 1 : 0]]);
  gauge('gitcast_deliveries_queued', ['due'], async () => {
    const found = await queue();
    if (!found) return undefined;
    return Object.entries({ now: found.due, later: found.later }).map(([due, number]) => [{ due }, number]);
  });
  gauge('gitcast_deliveries_oldest_due_seconds', [], async () => {
    const found = await queue();
    return found && [[{}, Math.max(0, clock.now() - (found.oldest ?? Infinity)) / 1000]];
  });
  const quotas = lookingAt(engine, () => quotaUse(clock.now()), QUOTAS_KEPT_MS);
  const ofEachQuota = (name: MetricName, value: (use: QuotaUse) => number): Gauge =>
    gauge(name, ['broadcast', 'resource'], async () =>
      nearest((await quotas()) ?? []).map((use) => [
        { broadcast: use.broadcastId, resource: use.resource },
        value(use),
      ]),
    );
  ofEachQuota('gitcast_quota_limit', ({ limit }) => limit);
  ofEachQuota('gitcast_quota_used', ({ used }) => used);
  gauge('gitcast_quota_limits', [], async () => {
    const uses = await quotas();
    return uses && [[{}, uses.length]];
  });
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
  const url = await listenOn(server, { port, hostname, option: 'metricsPort' });
  return { url: `${url}/metrics`, close: () => closeNow(server) };
}
