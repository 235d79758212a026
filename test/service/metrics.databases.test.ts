import { expect, it, onTestFinished, vi } from 'vitest';
import { createMetrics, serveMetrics } from '../../src/service/observe/metrics.ts';
import { shapeOf } from '../../src/service/observe/observer.ts';
import { setQuota } from '../../src/service/store/quotas.ts';
import { run } from '../../src/service/store/work.ts';
import { event } from '../contract/bodies.ts';
import { onPostgres } from '../contract/database.ts';
import { seconds } from '../contract/manual-clock.ts';
import { temporaryService, type Overrides } from '../contract/service.ts';
import { ask } from '../preview/ask.ts';
import { startHook } from '../webhooks/support/hook.ts';

const undocumented = { undocumented: true };

async function measured(overrides: Overrides = {}) {
  const metrics = createMetrics({ version: '1.2.3' });
  const running = await temporaryService({ ...overrides, observers: [metrics.observer] });
  metrics.watch(running.service);
  const server = await serveMetrics(metrics, { port: 0 });
  onTestFinished(server.close);
  const scrape = async (): Promise<string> => (await fetch(server.url)).text();
  return { running, server, scrape };
}

it.each<[string, number, (port: number) => string]>([
  ['its own address', 200, (port) => `127.0.0.1:${port}`],
  ['localhost', 200, (port) => `localhost:${port}`],
  ['a name that was made to resolve to this machine', 403, (port) => `harbour.example:${port}`],
  ['another port', 403, () => '127.0.0.1:1'],
])('metrics on this machine are for those who ask for %s: %i', async (_, status, host) => {
  const { server } = await measured();
  const { port, hostname } = new URL(server.url);
  expect((await ask(`http://${hostname}:${port}`, '/metrics', { headers: { host: host(Number(port)) } })).status).toBe(
    status,
  );
});

it('metrics count requests by route, method and status, and no label has an id, a key or a title', async () => {
  const { running, scrape } = await measured();
  const { a, url, key, broadcastId } = running;
  const { id } = await a.post('/events', event({ title: 'Fireworks' }));
  await a.get(`/events/${id}`);
  await fetch(`${url}/v1/anything/${id}?key=${key}`, { headers: { 'x-request-id': 'my-own-id' } });
  const text = await scrape();
  const counted = (labels: string): string => `gitcast_http_request_duration_seconds_count{${labels}} 1`;
  expect(text).toContain(counted('method="POST",route="/v1/events",status="201"'));
  expect(text).toContain(counted('method="GET",route="/v1/events/{id}",status="200"'));
  expect(text).toContain(counted('method="GET",route="other",status="404"'));
  expect(text).toContain('gitcast_http_requests_in_progress 0');
  expect(text).toMatch(/gitcast_database_query_duration_seconds_count\{operation="insert",table="records"\} [1-9]/);
  expect(text).toMatch(/gitcast_database_work_duration_seconds_count\{type="change",result="ok"\} [1-9]/);
  expect(text).toContain('gitcast_database_up 1');
  expect(text).toContain('gitcast_build_info{version="1.2.3"} 1');
  expect(text).toContain('process_resident_memory_bytes');
  if (onPostgres) expect(text).toContain('gitcast_database_connections{pool="changes",state="most"} 10');
  for (const hidden of [id, key, broadcastId, 'Fireworks', 'my-own-id']) expect(text).not.toContain(hidden);
});

it('metrics show deliveries that wait, how long the oldest is due, and how attempts ended', async () => {
  const { running, scrape } = await measured({ allowPrivateWebhooks: true, deliveries: { random: () => 0.5 } });
  const { a, clock, service } = running;
  const hook = await startHook([500, 204]);
  await a.post('/webhooks', { url: hook.url, events: ['event.created'] }, undocumented);
  await service.deliveries.stop();
  await a.post('/events', event());
  clock.advance(seconds(90));
  const waiting = await scrape();
  expect(waiting).toContain('gitcast_deliveries_queued{due="now"} 1');
  expect(waiting).toContain('gitcast_deliveries_oldest_due_seconds 90');
  await service.deliveries.runDue();
  expect(await scrape()).toContain('gitcast_deliveries_queued{due="later"} 1');
  clock.advance(seconds(90));
  await service.deliveries.runDue();
  const after = await scrape();
  expect(after).toContain('gitcast_deliveries_queued{due="now"} 0');
  expect(after).toContain('gitcast_delivery_attempts_total{state="pending"} 1');
  expect(after).toContain('gitcast_delivery_attempts_total{state="delivered"} 1');
  expect(after).toContain('gitcast_delivery_attempt_duration_seconds_count 2');
});

it('metrics count the requests that a limit refused', async () => {
  const { running, scrape } = await measured({ rateLimit: 1 });
  expect((await running.a.get('/events')).status).toBe(200);
  expect((await running.a.get('/events')).status).toBe(429);
  expect(await scrape()).toContain('gitcast_limits_reached_total{limit="rate-limit"} 1');
});

it('metrics show each limit of a broadcast and its use, and read them again only after a while', async () => {
  const { running, scrape } = await measured({ allowPrivateWebhooks: true });
  const { a, service, broadcastId } = running;
  const { broadcastId: free } = await running.another();
  const hook = await startHook([204]);
  await a.post('/webhooks', { url: hook.url, events: ['event.created'] }, undocumented);
  await a.post('/events', event());
  await a.post('/events', event());
  const quota = { documents: { event: 5, place: 2 }, bytes: 100_000, deliveriesPerDay: 10 };
  await service.engine.write('everything', () => setQuota(broadcastId, quota));
  const text = await scrape();
  const of = (name: string, resource: string): string | undefined =>
    new RegExp(`^gitcast_quota_${name}\\{broadcast="${broadcastId}",resource="${resource}"\\} (\\d+)$`, 'm').exec(
      text,
    )?.[1];
  const shown = (resource: string) => [of('used', resource), of('limit', resource)];
  expect([shown('event'), shown('place'), shown('deliveries')]).toEqual([
    ['2', '5'],
    ['0', '2'],
    ['2', '10'],
  ]);
  expect([Number(of('used', 'bytes')) > 100, of('limit', 'bytes')]).toEqual([true, '100000']);
  expect(text).toContain('gitcast_quota_limits 4');
  expect(text).not.toContain(free);
  await a.post('/events', event());
  expect(await scrape()).toContain(`gitcast_quota_used{broadcast="${broadcastId}",resource="event"} 2`);
});

it('metrics show of many limits only those that are nearest to being reached', async () => {
  const { running, scrape } = await measured();
  const { a, service, broadcastId } = running;
  await a.post('/events', event());
  await service.engine.write('everything', function* () {
    yield* setQuota(broadcastId, { documents: { event: 2 } });
    for (const start of ['0', 'f']) {
      for (let index = 0; index < 300; index += 1) {
        const id = String(index).padStart(24, start);
        const values = [id, id, 'pro', '{"bytes":10}'];
        yield* run('INSERT INTO broadcasts (id, user_id, plan, quota) VALUES (?, ?, ?, ?)', ...values);
      }
    }
  });
  const text = await scrape();
  expect(text.match(/^gitcast_quota_used\{/gm)).toHaveLength(200);
  expect(text).toContain(`gitcast_quota_used{broadcast="${broadcastId}",resource="event"} 1`);
  expect(text).toContain('gitcast_quota_limits 601');
});

it('metrics are on their own port only, and nothing else is', async () => {
  const { running, server } = await measured();
  expect((await fetch(`${running.url}/metrics`)).status).toBe(404);
  expect((await fetch(server.url.replace('/metrics', '/v1/events'))).status).toBe(404);
  expect((await fetch(server.url)).headers.get('content-type')).toContain('text/plain; version=0.0.4');
});

it('metrics are there without the database, and say that it is not', async () => {
  const { running, scrape } = await measured();
  vi.spyOn(running.service.engine, 'read').mockRejectedValue(new Error('gone'));
  onTestFinished(() => void vi.restoreAllMocks());
  const text = await scrape();
  expect(text).toContain('gitcast_database_up 0');
  expect(text).not.toContain('gitcast_deliveries_queued{');
  expect(text).not.toMatch(/^gitcast_deliveries_oldest_due_seconds \d/m);
});

it('a query has few shapes, whatever its values are', () => {
  expect(shapeOf('SELECT a FROM deliveries WHERE id = ?')).toEqual({ operation: 'select', table: 'deliveries' });
  expect(shapeOf('INSERT INTO records (id) VALUES (?)')).toEqual({ operation: 'insert', table: 'records' });
  expect(shapeOf('UPDATE api_keys SET a = ?')).toEqual({ operation: 'update', table: 'api_keys' });
  expect(shapeOf('WITH x AS (SELECT 1 FROM records) DELETE FROM records')).toMatchObject({ table: 'records' });
  expect(shapeOf('SELECT 1 AS one')).toEqual({ operation: 'select', table: 'none' });
  expect(shapeOf('SAVEPOINT one')).toEqual({ operation: 'other', table: 'none' });
});
