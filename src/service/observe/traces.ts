/**
 * Traces for OpenTelemetry. Its packages are optional, so this file is loaded only if a collector is set. The context of a
 * span travels as the text of a traceparent, through calls, queries and the store, and never as an object of the packages.
 */
import {
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import { shapeOf, type Observer } from './observer.ts';
import type { Sampling, TraceSettings } from './trace-settings.ts';
import { within } from '../../values/within.ts';
import type { Origin } from '../store/work.ts';

export interface Traces {
  readonly observer: Observer;
  /** Sends what is left. */
  readonly close: () => Promise<void>;
}

interface TraceOptions {
  readonly settings: TraceSettings;
  readonly version: string;
  /** Called when traces cannot be sent any more. */
  readonly onFailure: (message: string) => void;
}

const LAST_TRACES_MS = 2000;

export function startTraces({ settings, version, onFailure }: TraceOptions): Traces {
  const { url, timeoutMs, sampling } = settings;
  const exporter = reporting(new OTLPTraceExporter({ url, timeoutMillis: timeoutMs }), url, onFailure);
  const fromEnvironment = detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'gitcast', 'service.version': version }).merge(fromEnvironment),
    sampler: samplerOf(sampling),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('gitcast', version);
  const start: Start = ({ name, kind, attributes, origin, parent = origin?.traceparent }) => {
    const span = tracer.startSpan(name, { kind, attributes }, contextOf(parent));
    const { traceId, spanId, traceFlags } = span.spanContext();
    const flags = traceFlags.toString(16).padStart(2, '0');
    return {
      origin: { ...origin, traceparent: `00-${traceId}-${spanId}-${flags}` },
      end: (more = {}, error) => {
        span.setAttributes(more);
        if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: error });
        span.end();
      },
    };
  };
  return {
    observer: spansOf(start),
    close: async () => {
      await within(LAST_TRACES_MS, provider.shutdown()).catch(() => {});
    },
  };
}

interface SpanStart {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes: Attributes;
  readonly origin: Origin | undefined;
  /** The traceparent that it continues, if it is not that of the origin. */
  readonly parent?: string | undefined;
}

interface StartedSpan {
  readonly origin: Origin;
  readonly end: (more?: Attributes, error?: string) => void;
}

type Start = (span: SpanStart) => StartedSpan;

/**
 * Work that no request led to, such as looking for deliveries that are due, would be a trace of its own every few
 * seconds.
 */
const isTraced = (origin: Origin | undefined): boolean => origin?.traceparent !== undefined;

const spansOf = (start: Start): Observer => ({
  request: ({ id, method, route, path, traceparent }, origin) => {
    const name = route === 'other' ? method : `${method} ${route}`;
    const [urlPath = '', query] = path.split('?');
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'url.path': urlPath,
      ...(query !== undefined && { 'url.query': query }),
      'gitcast.request.id': id,
    };
    const span = start({ name, kind: SpanKind.SERVER, attributes, origin, parent: traceparent });
    return {
      origin: span.origin,
      end: ({ status, problem }) => {
        const answered = { 'http.response.status_code': status, ...(problem && { 'error.type': problem }) };
        span.end(answered, status >= 500 ? (problem ?? String(status)) : undefined);
      },
    };
  },
  work: ({ type }, origin) => {
    // A read is its queries. A change also waits for its turn, and for the disk.
    if (type === 'read' || !isTraced(origin)) return undefined;
    const span = start({ name: 'change', kind: SpanKind.INTERNAL, attributes: {}, origin });
    return { origin: span.origin, end: ({ error }) => span.end({}, messageOf(error)) };
  },
  query: ({ sql, system }, origin) => {
    if (!isTraced(origin)) return undefined;
    const { operation, table } = shapeOf(sql);
    const attributes = {
      'db.system.name': system,
      'db.operation.name': operation,
      'db.collection.name': table,
      // Without values: those are sent apart from it.
      'db.query.text': sql,
    };
    const span = start({ name: `${operation} ${table}`, kind: SpanKind.CLIENT, attributes, origin });
    return { end: ({ error }) => span.end({}, messageOf(error)) };
  },
  delivery: ({ id, type, webhookId, attempts }, origin) => {
    const attributes = {
      'gitcast.delivery.id': id,
      'gitcast.delivery.attempt': attempts + 1,
      'gitcast.webhook.id': webhookId,
      ...(origin?.requestId !== undefined && { 'gitcast.request.id': origin.requestId }),
    };
    const span = start({ name: `deliver ${type}`, kind: SpanKind.CLIENT, attributes, origin });
    return {
      origin: span.origin,
      end: ({ status, error, state }) =>
        span.end(
          { 'gitcast.delivery.state': state, ...(status !== null && { 'http.response.status_code': status }) },
          state === 'delivered' ? undefined : (error ?? `status ${status}`),
        ),
    };
  },
});

/** The kind of error only: its text may repeat values. */
const messageOf = (error: unknown): string | undefined =>
  error === undefined ? undefined : error instanceof Error ? error.name : 'error';

/** Version 00 ends here, and later ones may add to it. */
const TRACEPARENT =
  /^(?:00(?=.{53}$)|(?!00|ff)[0-9a-f]{2}(?=.{53}(?:-|$)))-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})/;

/** A traceparent that is not one begins a new trace, as its specification asks. */
function contextOf(traceparent: string | undefined): Context {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  const spanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return isSpanContextValid(spanContext) ? trace.setSpanContext(ROOT_CONTEXT, spanContext) : ROOT_CONTEXT;
}

function samplerOf({ ratio, followsParent }: Sampling): Sampler {
  const root = new TraceIdRatioBasedSampler(ratio);
  return followsParent ? new ParentBasedSampler({ root }) : root;
}

/** Reports the first of several failures in a row. The packages report none. */
function reporting(exporter: SpanExporter, url: string, onFailure: (message: string) => void): SpanExporter {
  let isFailing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== 0;
        if (hasFailed && !isFailing) {
          // Without user and password, which the URL may have.
          onFailure(`traces cannot be sent to ${new URL(url).origin}: ${result.error?.message ?? 'no reason given'}`);
        }
        isFailing = hasFailed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
