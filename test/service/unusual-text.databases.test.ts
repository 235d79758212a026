import { expect, it } from 'vitest';
import { event, webhook } from '../contract/bodies.ts';
import { useService } from '../contract/service.ts';

const service = useService();

it('an id with the character U+0000 is the id of nothing', async () => {
  expect((await service.a.get('/events/%00')).status).toBe(404);
  expect((await service.a.post('/events', event({ place_id: 'a\0' }))).status).toBe(400);
});

it('text with the character U+0000 is returned as sent', async () => {
  const { id } = await service.a.post('/events', event({ description: 'one\0two \ud800' }));
  expect((await service.a.get(`/events/${id}`)).json['description']).toBe('one\0two \ud800');
});

it.each([
  ['longer than an entry of an index', Array.from({ length: 900 }, (_, index) => index * index).join('é')],
  ['with the character U+0000', 'one\0two'],
  ['that looks like a digest', `sha256:${'0'.repeat(64)}`],
])('a category %s is stored, and found by its filter alone', async (_, category) => {
  const { id } = await service.a.post('/events', event({ category }));
  await service.a.post('/events', event({ category: `${category}!` }));
  const { json } = await service.a.get(`/events?category=${encodeURIComponent(category)}`);
  expect(json).toMatchObject({ data: [{ id, category }], total: 1 });
});

it('an Idempotency-Key that is longer than an entry of an index is remembered', async () => {
  const headers = { 'Idempotency-Key': Array.from({ length: 900 }, (_, index) => index * index).join('-') };
  const [first, second] = [
    await service.a.post('/events', event(), { headers }),
    await service.a.post('/events', event(), { headers }),
  ];
  expect([first.status, second.id]).toEqual([201, first.id]);
});

it('a secret with the character U+0000 is refused on every database', async () => {
  const { status, json } = await service.a.post('/webhooks', webhook({ secret: 'a\0b' }));
  expect([status, json['detail']]).toEqual([400, '/secret: must not contain the character U+0000']);
});
