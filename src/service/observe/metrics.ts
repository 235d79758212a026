/**
 * Metrics for Prometheus. No label has a value that a client chooses or of which there is one for each key, record or
 * broadcast: each value of a label is a series that Prometheus keeps. Quotas name broadcasts, and their number is limited.
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Observer } from './observer.ts';
import { shapeOf } from './query-shape.ts';
import { quotaGauges } from './quota-gauges.ts';
import { gaugesOf, type Measurable } from './store-gauges.ts';

export interface Metrics {
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
      for (const gauge of [...gaugesOf(service), ...quotaGauges(service)]) register.registerMetric(gauge);
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
