import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { tracesFor } from '../../src/project/service/serve.ts';
import { traceSettings } from '../../src/service/observe/trace-settings.ts';
import { startTraces } from '../../src/service/observe/traces.ts';
import { event } from '../contract/bodies.ts';
import { temporaryService } from '../contract/service.ts';
import { startHook } from '../webhooks/support/hook.ts';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly status: { readonly code?: number };
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Span['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

/** A collector that accepts OTLP over HTTP. */
async function startCollector({ status = 200 } = {}) {
  const exports: Export[] = [];
  const paths: (string | undefined)[] = [];
  const server = createServer(async (request, response) => {
    paths.push(request.url);
    exports.push((await json(request)) as Export);
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths,
    text: () => JSON.stringify(exports),
    resources: () => exports.flatMap(({ resourceSpans }) => resourceSpans.map(({ resource }) => resource)),
    spans: () =>
      exports.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap((each) => each.scopeSpans.flatMap(({ spans }) => spans)),
      ),
  };
}

async function traced(env: Readonly<Record<string, string>> = {}, options: Parameters<typeof startCollector>[0] = {}) {
  const collector = await startCollector(options);
  const failures: string[] = [];
  const settings = traceSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...env })!;
  const traces = startTraces({ settings, version: '1.2.3', onFailure: (message) => failures.push(message) });
  const running = await temporaryService({ allowPrivateWebhooks: true, observers: [traces.observer] });
  return { collector, traces, running, failures };
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const continuing = (flags: string): { readonly headers: Record<string, string> } => ({
  headers: { traceparent: `00-${TRACE}-${PARENT}-${flags}` },
});
const attribute = ({ attributes }: Pick<Span, 'attributes'>, name: string): unknown =>
  Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0];

it('a trace goes on from the client through the request, its queries and the delivery that it led to', async () => {
  const { collector, traces, running } = await traced();
  const { a, service, key } = running;
  const hook = await startHook([500]);
  await a.post('/webhooks', { url: `${hook.url}/?token=hidden`, events: ['event.created'] }, { undocumented: true });
  await service.deliveries.stop();
  await a.post('/events', event({ title: 'Fireworks' }), continuing('01'));
  await service.deliveries.runDue();
  await traces.close();
  expect(collector.paths).toContain('/v1/traces');
  expect(attribute(collector.resources()[0]!, 'service.name')).toBe('gitcast');
  const spans = collector.spans().filter(({ traceId }) => traceId === TRACE);
  const named = (name: string): Span => spans.find((span) => span.name === name)!;
  const request = named('POST /v1/events');
  expect(request).toMatchObject({ kind: 2, parentSpanId: PARENT });
  expect(attribute(request, 'http.response.status_code')).toBe(201);
  const change = spans.find(({ name, parentSpanId }) => name === 'change' && parentSpanId === request.spanId)!;
  expect(named('insert records')).toMatchObject({ kind: 3, parentSpanId: change.spanId });
  expect(attribute(named('insert records'), 'db.query.text')).toContain('INSERT INTO records');
  const delivery = named('deliver event.created');
  expect(delivery).toMatchObject({ parentSpanId: change.spanId, status: { code: 2 } });
  expect(attribute(delivery, 'gitcast.delivery.id')).toBe(hook.ids[0]);
  expect(spans.some(({ parentSpanId }) => parentSpanId === delivery.spanId)).toBe(true);
  for (const secret of [key, 'hidden', 'Fireworks']) expect(collector.text()).not.toContain(secret);
});

it('a request without a traceparent, or with one that is none, begins a trace, and what no request led to has none', async () => {
  const { collector, traces, running } = await traced();
  await running.service.deliveries.runDue();
  await fetch(`${running.url}/readyz`);
  const invalid = [
    `00-${TRACE}-${PARENT}-01-more`,
    `ff-${TRACE}-${PARENT}-01`,
    `00-${'0'.repeat(32)}-${PARENT}-01`,
    'x',
  ];
  for (const traceparent of invalid) await fetch(`${running.url}/v1/events`, { headers: { traceparent } });
  await fetch(`${running.url}/v1/events`);
  await traces.close();
  const roots = collector.spans().filter(({ parentSpanId }) => !parentSpanId);
  expect(roots.map(({ name }) => name)).toEqual(Array.from({ length: 5 }, () => 'GET /v1/events'));
  expect(new Set(roots.map(({ traceId }) => traceId)).size).toBe(5);
});

it('a trace that the client does not record is not sent, nor one that the sampler leaves out', async () => {
  const { collector, traces, running } = await traced();
  await running.a.get('/events', continuing('00'));
  await traces.close();
  const off = await traced({ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' });
  await off.running.a.get('/events');
  await off.running.a.get('/places', continuing('01'));
  await off.traces.close();
  expect(collector.spans()).toEqual([]);
  expect(new Set(off.collector.spans().map(({ traceId }) => traceId))).toEqual(new Set([TRACE]));
});

it('a collector that refuses is reported once, without the password in its URL, and requests go on', async () => {
  const refusing = await startCollector({ status: 400 });
  const settings = traceSettings({
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${refusing.url.replace('//', '//user:secret@')}/own`,
  })!;
  const failures: string[] = [];
  const traces = startTraces({ settings, version: '1', onFailure: (message) => failures.push(message) });
  const { a } = await temporaryService({ observers: [traces.observer] });
  expect((await a.get('/events')).status).toBe(200);
  await traces.close();
  expect(refusing.paths).toEqual(['/own']);
  expect(failures).toEqual([expect.stringContaining(`traces cannot be sent to ${refusing.url}: `)]);
  expect(failures[0]).not.toContain('secret');
});

it.each([
  ['no variable', {}, undefined],
  ['an empty variable', { OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }, undefined],
  ['the base', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318/' }, 'http://c:4318/v1/traces'],
  ['the one for traces', { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://c/own' }, 'http://c/own'],
  ['the SDK switched off', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_SDK_DISABLED: 'true' }, undefined],
  ['no exporter', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_TRACES_EXPORTER: 'none' }, undefined],
])('traces follow the variables of OpenTelemetry: %s', (_, env, url) => {
  expect(traceSettings(env)?.url).toBe(url);
});

it.each([
  ['http://127.0.0.1:1', {}, 'run npm install @opentelemetry/api @opentelemetry/sdk-trace'],
  ['127.0.0.1:4318', {}, 'OTEL_EXPORTER_OTLP_ENDPOINT is not a URL with http:// or https://'],
  ['http://127.0.0.1:4317', { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'set it to http/json'],
])('a service without traces runs, and says what to do: %s %o', async (endpoint, env, said) => {
  const notices: unknown[] = [];
  const missing = Object.assign(new Error("Cannot find package '@opentelemetry/api'"), {
    code: 'ERR_MODULE_NOT_FOUND',
  });
  const traces = await tracesFor(
    { env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...env }, onEvent: (each) => notices.push(each) },
    () => Promise.reject(missing),
  );
  expect(traces).toBeUndefined();
  expect(notices).toEqual([{ type: 'service-notice', message: expect.stringContaining(said) }]);
});
