import { beforeAll, describe, expect, it } from 'vitest';
import { insertRecord } from '../../src/service/store/records.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { event, page } from '../contract/bodies.ts';
import { seconds } from '../contract/manual-clock.ts';
import { useService, type Opened } from '../contract/service.ts';

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

describe('a list of 1,100 pages', () => {
  const idOf = (index: number): string => index.toString(16).padStart(24, '0');
  let opened: Opened;
  beforeAll(async () => {
    opened = await service.another();
    const { broadcastId } = opened;
    await service.service.engine.write('everything', function* () {
      for (let index = 1; index <= 1100; index += 1) {
        const fields = JSON.stringify({ title: `Page ${index}`, order: (index * 7) % 1100, isOdd: index % 2 === 1 });
        const updatedAt = new Date(Date.UTC(2027, 5, 18, 12, 0, index)).toISOString();
        const times = { createdAt: '2027-06-18T12:00:00.000Z', updatedAt };
        yield* insertRecord({
          id: idOf(index),
          broadcastId,
          kind: 'page',
          fields,
          placeId: null,
          secret: null,
          ...times,
        });
      }
    });
  });

  /** Follows `startId` to the end. */
  async function follow(query: string): Promise<readonly JsonObject[]> {
    const seen: JsonObject[] = [];
    for (;;) {
      const last = seen.at(-1);
      const after = last ? `&startId=${String(last['_id'])}` : '';
      const { data } = await opened.b.get(`/broadcastPages?limit=200${query}${after}`);
      if (data.length === 0) return seen;
      seen.push(...data);
    }
  }

  it('is complete in id order by startId, without a list of all ids', async () => {
    const ids = (await follow('')).map((page) => page['_id']);
    expect(ids).toEqual(Array.from({ length: 1100 }, (_, index) => idOf(index + 1)));
    const { data, json } = await opened.b.get(`/broadcastPages?startId=${idOf(500)}&skip=10&limit=2`);
    expect(data.map((page) => page['_id'])).toEqual([idOf(511), idOf(512)]);
    expect(json['metadata']).toEqual({ total: 1100, limit: 2, skip: 10 });
  });

  it.each(['_id', '_createdAt', '_updatedAt'])(
    'is complete in the order of %s by startId, both ways',
    async (field) => {
      for (const direction of ['asc', 'desc']) {
        const sorted = await follow(`&sort=${encodeURIComponent(JSON.stringify({ [field]: direction }))}`);
        const ids = Array.from({ length: 1100 }, (_, index) => idOf(index + 1));
        const expected = direction === 'asc' || field === '_createdAt' ? ids : ids.toReversed();
        expect(sorted.map((page) => page['_id'])).toEqual(expected);
      }
      const missing = `/broadcastPages?startId=${idOf(5000)}&sort=${encodeURIComponent(`{"${field}":"asc"}`)}`;
      expect((await opened.b.get(missing)).status).toBe(400);
    },
  );

  it('is complete in an order of its own, and with a filter, by startId', async () => {
    const sorted = await follow(`&sort=${encodeURIComponent('{"order":"desc"}')}`);
    expect(sorted.map((page) => page['order'])).toEqual(Array.from({ length: 1100 }, (_, index) => 1099 - index));
    const filter = encodeURIComponent('[{"isOdd":true}]');
    expect(await follow(`&filters=${filter}`)).toHaveLength(550);
    const { data, json } = await opened.b.get(`/broadcastPages?filters=${filter}&skip=548`);
    expect(data.map((page) => page['_id'])).toEqual([idOf(1097), idOf(1099)]);
    expect(json['metadata']).toMatchObject({ total: 550 });
  });
});
