import { Agent, get, type IncomingMessage } from 'node:http';
import { expect, it, onTestFinished, vi } from 'vitest';
import { latestDeliveries } from '../../src/service/deliveries/delivery-store.ts';
import { get as row } from '../../src/service/store/work.ts';
import { event } from '../contract/bodies.ts';
import { startService, temporaryService } from '../contract/service.ts';
import { startHook } from '../webhooks/support/hook.ts';

const undocumented = { undocumented: true };

it('a stopping service is not ready at once, and finishes the requests in progress', async () => {
  const { a, service, close } = await startService({ faults: true });
  await service.faults!.arm([{ do: 'latency', ms: 300 }]);
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

it('a draining service accepts requests until the balancer has noticed, and closes each connection', async () => {
  const drained = Promise.withResolvers<void>();
  const { url, key, close } = await startService({ drained: () => drained.promise });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const ask = (path: string): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${key}` };
      get(url + path, { agent, headers }, (answer) => resolve(answer.resume())).once('error', reject);
    });
  expect((await ask('/v1/events')).headers.connection).toBe('keep-alive');
  const closing = close();
  expect((await ask('/readyz')).statusCode).toBe(503);
  const { statusCode, headers } = await ask('/v1/events');
  expect([statusCode, headers.connection]).toEqual([200, 'close']);
  drained.resolve();
  await closing;
  await expect(ask('/v1/events')).rejects.toThrow('ECONNREFUSED');
});

it('a delivery that takes too long is returned when the service stops, and sent by the next one with the same id', async () => {
  const { a, service } = await temporaryService({ allowPrivateWebhooks: true });
  const hook = await startHook(['silence', 204]);
  await a.post('/webhooks', { url: hook.url, events: ['event.created'] }, undocumented);
  await a.post('/events', event());
  await expect.poll(() => hook.heard.length).toBe(1);
  const leases = () =>
    service.engine.read('everything', () =>
      row('SELECT count(leased_until) AS leased, sum(attempts) AS attempts FROM deliveries'),
    );
  await service.deliveries.stop({ withinMs: 0 });
  expect(await leases()).toMatchObject({ leased: 0 });
  expect(await service.engine.read('everything', () => latestDeliveries(10))).toMatchObject([
    { state: 'pending', attempts: 0 },
  ]);
  await service.deliveries.runDue();
  expect(hook.ids).toEqual([hook.ids[0], hook.ids[0]]);
  expect(await service.engine.read('everything', () => latestDeliveries(10))).toMatchObject([
    { state: 'delivered', attempts: 1 },
  ]);
});
