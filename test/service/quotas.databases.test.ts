import { expect, it } from 'vitest';
import { setQuota, usageOf, type Quota } from '../../src/service/store/quotas.ts';
import { get } from '../../src/service/store/work.ts';
import { event, place, webhook } from '../contract/bodies.ts';
import { hours } from '../contract/manual-clock.ts';
import { useService, type Opened } from '../contract/service.ts';

const service = useService();

async function limited(quota: Quota): Promise<Opened> {
  const opened = await service.another();
  await limit(opened, quota);
  return opened;
}

const limit = ({ broadcastId }: Opened, quota: Quota) =>
  service.service.engine.write('everything', () => setQuota(broadcastId, quota));

const usage = ({ broadcastId }: Opened) =>
  service.service.engine.read('everything', () => usageOf(broadcastId, service.clock.now()));

it('a create over the quota of its kind is refused with 403, even among many at the same time; other kinds go on', async () => {
  const opened = await limited({ documents: { event: 3 } });
  const answers = await Promise.all(Array.from({ length: 8 }, () => opened.a.post('/events', event())));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 403, 403, 403, 403, 403]);
  const refused = answers.find(({ status }) => status === 403)!;
  expect(refused.json).toMatchObject({
    code: 'quota',
    detail: 'the quota of this broadcast is exceeded: event documents: 3 are allowed; nothing was changed',
  });
  expect((await opened.a.get('/events')).json['total']).toBe(3);
  expect((await opened.a.post('/places', place())).status).toBe(201);
  const [first] = (await opened.a.get('/events')).data as { id: string }[];
  expect((await opened.a.put(`/events/${first!.id}`, event({ title: 'Later' }))).status).toBe(200);
  expect((await opened.a.delete(`/events/${first!.id}`)).status).toBe(204);
  expect((await opened.a.post('/events', event())).status).toBe(201);
});

it('a refused create leaves nothing: no record, no delivery, no kept answer', async () => {
  const opened = await limited({ documents: { event: 0 } });
  await opened.a.post('/webhooks', webhook());
  const headers = { 'Idempotency-Key': 'again' };
  expect((await opened.a.post('/events', event(), { headers })).status).toBe(403);
  expect(await usage(opened)).toMatchObject({ deliveries: 0 });
  await limit(opened, { documents: { event: 1 } });
  expect((await opened.a.post('/events', event(), { headers })).status).toBe(201);
  expect(await usage(opened)).toMatchObject({ deliveries: 1 });
});

it('bytes count what is stored, and a change that makes a document smaller is never refused', async () => {
  const opened = await service.another();
  const { id } = await opened.a.post('/places', place({ name: 'é'.repeat(200) }));
  const { bytes } = await usage(opened);
  const stored = await service.service.engine.read('everything', () =>
    get<{ total: number }>(
      'SELECT sum(octet_length(fields)) AS total FROM records WHERE broadcast_id = ?',
      opened.broadcastId,
    ),
  );
  expect(bytes).toBe(Number(stored!.total));
  await limit(opened, { bytes: bytes - 100 });
  expect((await opened.a.post('/places', place())).status).toBe(403);
  const larger = await opened.a.put(`/places/${id}`, place({ name: 'é'.repeat(201) }));
  expect(larger.json).toMatchObject({ status: 403, code: 'quota' });
  expect((await opened.a.put(`/places/${id}`, place({ name: 'é'.repeat(190) }))).status).toBe(200);
  expect((await usage(opened)).bytes).toBe(bytes - 20);
  expect((await opened.a.put(`/places/${id}`, place({ name: 'Small' }))).status).toBe(200);
  expect((await opened.a.post('/places', place())).status).toBe(201);
});

it('deliveries count for a day, and a change that would cause one more is refused', async () => {
  const opened = await limited({ deliveriesPerDay: 2 });
  await opened.a.post('/webhooks', webhook());
  const post = async () => (await opened.a.post('/events', event())).status;
  expect([await post(), await post(), await post()]).toEqual([201, 201, 403]);
  expect((await opened.a.post('/places', place())).status).toBe(201);
  service.clock.advance(hours(24));
  expect(await post()).toBe(201);
});
