import { expect, it, onTestFinished, vi } from 'vitest';
import { all } from '../../src/service/store/work.ts';
import { event } from '../contract/bodies.ts';
import { temporaryService, useService } from '../contract/service.ts';
import { startHook } from '../webhooks/support/hook.ts';

const undocumented = { undocumented: true };
const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

it.each([
  ['an id of a proxy', 'req-5f3a.2:b/c+d=@e', true],
  ['128 characters', 'x'.repeat(128), true],
  ['129 characters', 'x'.repeat(129), false],
  ['a space', 'a b', false],
  ['a quote', 'a"b', false],
  ['nothing', '', false],
  ['a key', `gck_${'x'.repeat(32)}`, false],
])('X-Request-Id with %s is used if it is sane, else replaced', async (_, id, isUsed) => {
  const { url } = await temporaryService();
  const response = await fetch(`${url}/v1/events`, { headers: { 'x-request-id': id } });
  const answered = response.headers.get('x-request-id');
  expect(answered).toEqual(isUsed ? id : expect.stringMatching(UUID));
  expect(await response.json()).toMatchObject({ request_id: answered });
});

it('deliveries of changes that are committed together each keep the id of their own request', async () => {
  const { service, a } = await temporaryService({ allowPrivateWebhooks: true });
  const hook = await startHook([204]);
  await a.post('/webhooks', { url: hook.url, events: ['event.created'] }, undocumented);
  await service.deliveries.stop();
  const ids = Array.from({ length: 12 }, (_, index) => `request-${index}`);
  await Promise.all(ids.map((id) => a.post('/events', event({ title: id }), { headers: { 'x-request-id': id } })));
  const stored = await service.engine.read('everything', () =>
    all<{ id: string; request: string }>('SELECT id, request_id AS request FROM deliveries'),
  );
  expect(stored.map(({ request }) => request).toSorted()).toEqual(ids.toSorted());
  await service.deliveries.runDue();
  for (const { body } of hook.heard) {
    const { id, data } = JSON.parse(body) as { id: string; data: { title: string } };
    expect(stored.find((each) => each.id === id)!.request).toBe(data.title);
  }
});

it('an internal error is reported within the request that caused it', async () => {
  const failures: unknown[] = [];
  const { url, key, service } = await temporaryService({
    onFailure: (message, requestId) => failures.push([requestId, message]),
  });
  vi.spyOn(service.engine, 'read').mockRejectedValue(new Error('disk I/O error'));
  onTestFinished(() => void vi.restoreAllMocks());
  const headers = { authorization: `Bearer ${key}`, 'x-request-id': 'mine' };
  expect((await fetch(`${url}/v1/events`, { headers })).status).toBe(500);
  expect(failures).toEqual([['mine', expect.stringContaining('request mine failed')]]);
});

const service = useService();

const ask = (path: string, headers = {}) => service.service.answerOwn({ method: 'GET', path, headers, body: null });

it.each([
  ['in the query of a list', (key: string) => `/v1/events?limit=5&api_key=${key}`],
  ['in the query, encoded', (key: string) => `/v1/events?%61pi_key=${encodeURIComponent(key)}&offset=0`],
  ['as a documented parameter', (key: string) => `/v1/events?limit=${key}`],
  ['as the name of a parameter', (key: string) => `/v1/events?${key}`],
  ['after a second question mark', (key: string) => `/v1/events?a?key=${key}`],
  ['in a path', (key: string) => `/v1/events/${key}`],
  ['in a path, encoded twice', (key: string) => `/v1/events/${key.replace('_', '%255f')}`],
  ['in a path, encoded ten times', (key: string) => `/v1/events/${key.replace('_', `%${'25'.repeat(9)}5f`)}`],
  ['in a path with a stray percent sign', (key: string) => `/v1/events/%zz${key.replace('_', '%5f')}%`],
  ['in a path, in capitals', (key: string) => `/v1/events/${key.toUpperCase()}`],
  ['in an unknown path', (key: string) => `/nothing/${key}/here?token=${key}`],
])('a key %s is not logged', async (_, target) => {
  const key = `gck_${'k3Y'.repeat(11).slice(0, 32)}`;
  const before = service.requests.length;
  await ask(target(key), { authorization: `Bearer ${key}` });
  const logged = service.requests.slice(before);
  expect(logged).toHaveLength(1);
  expect(JSON.stringify(logged)).not.toMatch(/k3Yk3Y/i);
  expect(decodeURIComponent(logged[0]!.path)).not.toContain(key);
});

it('documented query parameters are logged unchanged', async () => {
  await ask('/v1/events?limit=5&offset=10');
  expect(service.requests.at(-1)!.path).toBe('/v1/events?limit=5&offset=10');
});
