import { expect, it, vi } from 'vitest';
import { get as row } from '../../src/service/store/work.ts';
import { event } from '../contract/bodies.ts';
import { startService, temporaryService } from '../contract/service.ts';
import { startHook } from '../webhooks/support/hook.ts';

const undocumented = { undocumented: true };

it('a stopping service is not ready at once, and finishes the requests in progress', async () => {
  const { a, service, close } = await startService();
  service.faults.arm([{ do: 'latency', ms: 300 }]);
  const strike = vi.spyOn(service.faults!, 'strike');
  const slow = a.get('/events');
  await expect.poll(() => strike.mock.calls.length).toBe(1);
  const closing = close();
  const ready = await service.answerOwn({ method: 'GET', path: '/readyz', headers: {}, body: null });
  expect(JSON.parse(ready.body!)).toEqual({
    status: 'unavailable',
    reason: 'the service is stopping',
  });
  const { status, headers } = await slow;
  expect([status, headers.get('connection')]).toEqual([200, 'close']);
  await closing;
});

it('a delivery that takes too long is returned when the service stops, and sent by the next one with the same id', async () => {
  const { a, service } = await temporaryService({ allowPrivateWebhooks: true });
  const hook = await startHook(['silence', 204]);
  await a.post('/webhooks', { url: hook.url, events: ['event.created'] }, undocumented);
  await a.post('/events', event());
  await expect.poll(() => hook.heard.length).toBe(1);
  const stored = () =>
    service.engine.read('everything', () => row('SELECT state, attempts, leased_until AS leased FROM deliveries'));
  await service.deliveries.stop({ withinMs: 0 });
  expect(await stored()).toEqual({ state: 'pending', attempts: 0, leased: null });
  await service.deliveries.runDue();
  expect(hook.ids).toEqual([hook.ids[0], hook.ids[0]]);
  expect(await stored()).toEqual({ state: 'delivered', attempts: 1, leased: null });
});
