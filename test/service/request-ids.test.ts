import { expect, it, onTestFinished, vi } from 'vitest';
import { all } from '../../src/service/store/work.ts';
import { event } from '../contract/bodies.ts';
import { temporaryService } from '../contract/service.ts';
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
