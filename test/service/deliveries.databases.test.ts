import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect, it, onTestFinished, vi } from 'vitest';
import { findDue, lease } from '../../src/service/deliveries/delivery-store.ts';
import { all, run } from '../../src/service/store/work.ts';
import { event } from '../contract/bodies.ts';
import { hours, seconds } from '../contract/manual-clock.ts';
import { sendHere, sendWithin, temporaryService, type Overrides, type Running } from '../contract/service.ts';
import { startHook } from '../webhooks/support/hook.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const opening = { title: 'Opening night', start_time: '2027-06-18T20:30:00Z', end_time: '2027-06-18T23:00:00Z' };
const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

/** A service that sends deliveries only when the test triggers them. */
async function serviceAtRest(overrides: Overrides = {}): Promise<Running> {
  const tests = { random: () => 0.5, ...overrides.tests };
  const running = await temporaryService({ allowPrivateWebhooks: true, ...overrides, tests });
  await running.service.deliveries.stop();
  return running;
}

/** Plain http to this machine is not part of the interface. */
const undocumented = { undocumented: true };

const follow = (running: Running, url: string, ...events: string[]) =>
  running.a.post('/webhooks', { url, events, secret }, undocumented);

async function deliveriesOf({ service: { engine }, attempts }: Running) {
  const stored = await engine.read('everything', () =>
    all<{ id: string; type: string; state: string }>('SELECT id, type, state FROM deliveries ORDER BY created_at, id'),
  );
  return stored.map(({ id, type, state }) => ({
    type,
    state,
    attempts: attempts.filter((attempt) => attempt.id === id).map(({ status, error }) => error ?? status),
  }));
}

it('a change is delivered to the subscribed webhooks with both signatures', async () => {
  const running = await serviceAtRest();
  const hook = await startHook([204]);
  await follow(running, hook.url, 'event.created');
  const created = await running.a.post('/events', opening);
  await running.service.deliveries.runDue();
  const [{ headers, body }] = hook.heard as [(typeof hook.heard)[0]];
  expect(JSON.parse(body)).toEqual({
    id: headers['webhook-id'],
    type: 'event.created',
    timestamp: '2027-06-18T12:00:00.000Z',
    data: created.json,
  });
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  expect(headers['x-service-signature']).toBe(`sha256=${signature}`);
  vi.useFakeTimers({ toFake: ['Date'], now: running.clock.now() });
  onTestFinished(() => void vi.useRealTimers());
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body));
  expect(await deliveriesOf(running)).toEqual([{ type: 'event.created', state: 'delivered', attempts: [204] }]);
});

it('a failed delivery is retried after 5 s with the same id and a new timestamp', async () => {
  const running = await serviceAtRest();
  const { deliveries } = running.service;
  const hook = await startHook([500, 204]);
  await follow(running, hook.url, 'event.created');
  await running.a.post('/events', opening);
  await deliveries.runDue();
  expect(await deliveriesOf(running)).toEqual([{ type: 'event.created', state: 'pending', attempts: [500] }]);
  running.clock.advance(seconds(5) - 1);
  await deliveries.runDue();
  expect(hook.heard).toHaveLength(1);
  running.clock.advance(1);
  await deliveries.runDue();
  expect(await deliveriesOf(running)).toEqual([{ type: 'event.created', state: 'delivered', attempts: [500, 204] }]);
  expect(new Set(hook.ids).size).toBe(1);
  const [first, second] = hook.heard.map(({ headers }) => Number(headers['webhook-timestamp']));
  expect(second! - first!).toBe(5);
});

it('410 disables the webhook, and its waiting deliveries fail', async () => {
  const running = await serviceAtRest();
  const hook = await startHook([500, 410]);
  const webhook = await follow(running, hook.url, 'event.created');
  await running.a.post('/events', opening);
  await running.service.deliveries.runDue();
  await running.a.post('/events', opening);
  await running.service.deliveries.runDue();
  expect((await running.a.get(`/webhooks/${webhook.id}`, undocumented)).json['active']).toBe(false);
  await running.a.post('/events', opening);
  running.clock.advance(seconds(5));
  await running.service.deliveries.runDue();
  expect(await deliveriesOf(running)).toEqual([
    { type: 'event.created', state: 'failed', attempts: [500, 'the webhook is switched off'] },
    { type: 'event.created', state: 'failed', attempts: ['the receiver asked for no more deliveries'] },
  ]);
});

it('deliveries waiting for a deleted webhook fail', async () => {
  const running = await serviceAtRest();
  const webhook = await follow(running, 'https://hooks.example.org', 'event.created');
  await running.a.post('/events', opening);
  await running.a.delete(`/webhooks/${webhook.id}`);
  await running.service.deliveries.runDue();
  expect(await deliveriesOf(running)).toEqual([
    { type: 'event.created', state: 'failed', attempts: ['the webhook was deleted'] },
  ]);
});

it('a private address is refused without the option', async () => {
  const running = await serviceAtRest({ allowPrivateWebhooks: false });
  await follow(running, 'https://127.0.0.1:1/', 'event.created');
  await running.a.post('/events', opening);
  await running.service.deliveries.runDue();
  expect((await deliveriesOf(running))[0]!.attempts).toEqual([
    '127.0.0.1 is a loopback address; deliveries are sent only to public addresses',
  ]);
});

it('a delivery leased by a service that died is sent again by the next one', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'service.db');
  const hook = await startHook([204]);
  const first = await serviceAtRest({ file });
  await follow(first, hook.url, 'event.created');
  await first.a.post('/events', opening);
  const { engine } = first.service;
  const now = first.clock.now();
  const [due] = await engine.read('everything', () => findDue(now, [], 1));
  const taken = due!.id;
  await engine.write('everything', () => lease({ id: taken, until: now + seconds(60), holder: 'gone' }, now));

  const second = await serviceAtRest({ file, clock: first.clock });
  await second.service.deliveries.runDue();
  expect(hook.ids).toEqual([taken]);
  expect(await deliveriesOf(second)).toEqual([{ type: 'event.created', state: 'delivered', attempts: [204] }]);
});

it('a delivery of a service that died is sent within half a minute, however busy the others are', async () => {
  const running = await temporaryService({ allowPrivateWebhooks: true });
  const { a, clock, service } = running;
  const hook = await startHook([204]);
  await follow(running, hook.url, 'event.created');
  await service.deliveries.stop();
  await a.post('/events', opening);
  const leased = 'UPDATE deliveries SET leased_until = ?, leased_by = ?';
  await service.engine.write('everything', () => run(leased, clock.now() + hours(1), service.engine.holder));
  await service.deliveries.start();
  await service.engine.write('everything', () => run(leased, clock.now() + hours(1), 'gone'));
  for (let sent = 1; sent <= 3; sent += 1) {
    clock.advance(seconds(10));
    await a.post('/events', opening);
    await expect.poll(() => hook.ids.length).toBeGreaterThanOrEqual(sent);
  }
  await expect.poll(() => hook.ids.length).toBe(4);
});

it('a scheduled article that is changed is delivered once, with the latest content', async () => {
  const running = await serviceAtRest();
  const hook = await startHook([204]);
  await follow(running, hook.url, 'article.published');
  const article = { title: 'Later', status: 'published', published_at: '2027-06-18T14:00:00Z' };
  const { id } = await running.a.post('/articles', article);
  await running.a.put(`/articles/${id}`, { title: 'Later still', published_at: '2027-06-18T15:00:00Z' });
  running.clock.advance(hours(2));
  await running.service.deliveries.runDue();
  expect(hook.heard).toEqual([]);
  running.clock.advance(hours(1));
  await running.service.deliveries.runDue();
  expect(hook.heard.map(({ body }) => JSON.parse(body))).toMatchObject([
    { timestamp: '2027-06-18T15:00:00.000Z', data: { title: 'Later still' } },
  ]);
});

it('a scheduled article that becomes a draft or is deleted is never delivered', async () => {
  const running = await serviceAtRest();
  const hook = await startHook([204]);
  await follow(running, hook.url, 'article.published');
  const article = { title: 'Later', status: 'published', published_at: '2027-06-18T14:00:00Z' };
  const [drafted, deleted] = [await running.a.post('/articles', article), await running.a.post('/articles', article)];
  await running.a.put(`/articles/${drafted.id}`, { status: 'draft' });
  await running.a.delete(`/articles/${deleted.id}`);
  running.clock.advance(hours(3));
  await running.service.deliveries.runDue();
  expect(hook.heard).toEqual([]);
  expect(await deliveriesOf(running)).toEqual([]);
});

it('a receiver that never answers does not delay the others', async () => {
  const running = await serviceAtRest({ tests: sendWithin(30_000) });
  const [silent, lively] = [await startHook(['silence']), await startHook([204])];
  await follow(running, silent.url, 'event.created');
  await follow(running, lively.url, 'event.created');
  for (let count = 0; count < 20; count++) await running.a.post('/events', opening);
  await running.service.deliveries.start();
  await vi.waitFor(() => expect(lively.heard).toHaveLength(20), { timeout: 20_000 });
  expect(silent.heard).toHaveLength(8);
  const stopped = running.service.deliveries.stop();
  silent.hangUp();
  await stopped;
});

it('at most 32 deliveries are in progress at once', async () => {
  const running = await serviceAtRest({ tests: sendWithin(30_000) });
  const silent = await startHook(['silence']);
  for (let count = 0; count < 5; count++) await follow(running, `${silent.url}/${count}`, 'event.created');
  for (let count = 0; count < 8; count++) await running.a.post('/events', opening);
  await running.service.deliveries.start();
  await vi.waitFor(() => expect(silent.heard).toHaveLength(32), { timeout: 20_000 });
  await running.a.post('/events', opening);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(silent.heard).toHaveLength(32);
  const stopped = running.service.deliveries.stop();
  silent.hangUp();
  await stopped;
});

it('a refused change is not delivered', async () => {
  const running = await serviceAtRest();
  await follow(running, 'https://hooks.example.org', 'event.created');
  expect((await running.a.post('/events', { ...opening, place_id: 'nowhere' })).status).toBe(400);
  expect(await deliveriesOf(running)).toEqual([]);
});

it('a listening service delivers without being asked, and again when a retry is due', async () => {
  const hook = await startHook([500, 204]);
  const running = await temporaryService({ allowPrivateWebhooks: true, tests: { random: () => 0.5 } });
  await follow(running, hook.url, 'event.created');
  await running.a.post('/events', opening);
  await vi.waitFor(async () => expect((await deliveriesOf(running))[0]!.attempts).toEqual([500]), { timeout: 30_000 });
  running.clock.advance(seconds(5));
  await running.a.post('/events', opening);
  await vi.waitFor(
    async () => expect((await deliveriesOf(running)).map(({ state }) => state)).toEqual(['delivered', 'delivered']),
    {
      timeout: 30_000,
    },
  );
});

it('stopping waits for the delivery in progress and starts no other', async () => {
  // Long enough for the delivery to arrive, however busy the machine is.
  const running = await serviceAtRest({ tests: sendWithin(2000) });
  const hook = await startHook(['silence']);
  await follow(running, hook.url, 'event.created');
  await running.a.post('/events', opening);
  const { deliveries } = running.service;
  await deliveries.start();
  await vi.waitFor(() => expect(hook.heard).toHaveLength(1), { timeout: 30_000 });
  await deliveries.stop();
  expect((await deliveriesOf(running))[0]!.attempts).toEqual(['no answer within 2 s']);
  running.clock.advance(seconds(5));
  await running.a.post('/events', opening);
  expect(hook.heard).toHaveLength(1);
});

it('a delivery that fails for a reason of its own is attempted again only when its lease has expired', async () => {
  let attempts = 0;
  const send: typeof sendHere = async (shipment) => {
    if ((attempts += 1) === 1) throw new Error('it cannot be sent');
    return sendHere(shipment);
  };
  const { a, clock, service } = await temporaryService({ allowPrivateWebhooks: true, tests: { send } });
  const hook = await startHook([204]);
  await a.post('/webhooks', { url: hook.url, events: ['event.created'] }, { undocumented: true });
  await a.post('/events', event());
  await expect.poll(() => attempts).toBe(1);
  await a.post('/events', event());
  await expect.poll(() => hook.ids.length).toBe(1);
  await service.deliveries.runDue();
  expect(attempts).toBe(2);
  clock.advance(seconds(61));
  await service.deliveries.runDue();
  await expect.poll(() => hook.ids.length).toBe(2);
});
