import { expect, it } from 'vitest';
import { event, page } from '../contract/bodies.ts';
import { seconds } from '../contract/manual-clock.ts';
import { useService } from '../contract/service.ts';

const service = useService();

it('records with the same creation time keep their order on every page while others are created', async () => {
  const { a } = await service.another();
  await Promise.all(Array.from({ length: 40 }, (_, index) => a.post('/events', event({ title: `Event ${index}` }))));
  const first = await a.get('/events?limit=15');
  await Promise.all(Array.from({ length: 20 }, () => a.post('/events', event({ title: 'Late' }))));
  const second = await a.get('/events?limit=15&offset=15');
  const third = await a.get('/events?limit=30&offset=30');
  const ids = [first, second, third].flatMap(({ data }) => data.map(({ id }) => id));
  expect(new Set(ids).size).toBe(60);
  expect((await a.get('/events?limit=200')).data.map(({ id }) => id)).toEqual(ids);
});

it('an update does not move a record in its list', async () => {
  const { a } = await service.another();
  const ids = [(await a.post('/events', event())).id, (await a.post('/events', event())).id];
  service.clock.advance(seconds(10));
  await a.put(`/events/${ids[0]!}`, { title: 'Later' });
  expect((await a.get('/events')).data.map(({ id }) => id)).toEqual(ids);
});

it('a sort with equal values falls back to id order', async () => {
  const { b } = await service.another();
  const ids: string[] = [];
  for (let index = 0; index < 12; index += 1) ids.push((await b.post('/broadcastPages', page())).id);
  const list = await b.get(`/broadcastPages?sort=${encodeURIComponent('{"title":"desc"}')}`);
  expect(list.data.map(({ _id }) => _id)).toEqual(ids);
});

it('a sort orders values of all types and never fails', async () => {
  const { b } = await service.another();
  const awkward = [{ toString: 1, valueOf: 1 }, [1, { toString: null }], 'text', 7, true, null];
  for (const value of awkward) await b.post('/broadcastPages', page({ metadata: { value } }));
  const list = await b.get(`/broadcastPages?sort=${encodeURIComponent('{"metadata.value":"asc"}')}`);
  expect(list.data).toHaveLength(awkward.length);
});

it('filters that are nested too deeply are refused with 400', async () => {
  const filters = `[{"a":${'['.repeat(3000)}${']'.repeat(3000)}}]`;
  expect((await service.b.get(`/broadcastPages?filters=${filters}`)).status).toBe(400);
});
