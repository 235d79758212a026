/** The behaviour of lists that the interface does not specify. */
import { beforeAll, expect, it } from 'vitest';
import { event, page, place } from './bodies.ts';
import { useService, type Opened } from './service.ts';

const service = useService();
let pages: Opened;

beforeAll(async () => {
  pages = await service.another();
  for (const [title, order, tags] of [
    ['Alpha', 1, ['a']],
    ['Bravo', 2, ['a', 'b']],
    ['Charlie', 3, []],
  ] as const) {
    await pages.b.post('/broadcastPages', page({ title, metadata: { order, tags: [...tags] } }));
  }
});

const titles = async (query: Record<string, string>): Promise<unknown> =>
  (await pages.b.get(`/broadcastPages?${new URLSearchParams(query)}`)).data.map(({ title }) => title);
const filtered = (...filters: readonly object[]): Promise<unknown> => titles({ filters: JSON.stringify(filters) });

it('lists of Surface A keep the order of creation, even within a millisecond', async () => {
  const { a } = await service.another();
  const ids: string[] = [];
  for (let index = 0; index < 30; index += 1) ids.push((await a.post('/events', event())).id);
  const paged = [
    await a.get('/events?limit=13'),
    await a.get('/events?limit=13&offset=13'),
    await a.get('/events?offset=26'),
  ];
  expect(paged.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(ids);
});

it('lists of Surface B are in the order of _id, and startId continues them after an object', async () => {
  const { b } = await service.another();
  const ids: string[] = [];
  for (let index = 0; index < 9; index += 1) ids.push((await b.post('/broadcastPages', page())).id);
  const seen: unknown[] = [];
  for (let startId: unknown; ;) {
    const query = startId === undefined ? '' : `&startId=${String(startId)}`;
    const { data } = await b.get(`/broadcastPages?limit=4${query}`);
    if (data.length === 0) break;
    seen.push(...data.map(({ _id }) => _id));
    startId = seen.at(-1);
  }
  expect(seen).toEqual(ids);
  expect(ids.toSorted()).toEqual(ids);
});

it('startId continues a list even if its object was deleted in the meantime', async () => {
  const { b } = await service.another();
  const ids: string[] = [];
  for (let index = 0; index < 4; index += 1) ids.push((await b.post('/broadcastPages', page())).id);
  await b.delete(`/broadcastPages/${ids[1]!}`);
  expect((await b.get(`/broadcastPages?startId=${ids[1]!}`)).data.map(({ _id }) => _id)).toEqual(ids.slice(2));
  expect((await b.get(`/broadcastPages?startId=${ids[1]!}&sort={"title":"asc"}`)).status).toBe(400);
  expect((await b.get('/broadcastPages?startId=first')).status).toBe(400);
});

it('the list of places has all of them, or a page if limit is sent', async () => {
  const { a } = await service.another();
  await Promise.all(Array.from({ length: 60 }, () => a.post('/places', place())));
  expect((await a.get('/places')).data).toHaveLength(60);
  const paged = await a.get('/places?limit=25&offset=50');
  expect(paged.data).toHaveLength(10);
  expect(paged.json).toMatchObject({ total: 60, limit: 25, offset: 50 });
});

it('a filter is a field with a value, a field with an operator, or a key and a value', async () => {
  expect(await filtered({ title: 'Alpha' })).toEqual(['Alpha']);
  expect(await filtered({ title: { $eq: 'Alpha' } })).toEqual(['Alpha']);
  expect(await filtered({ key: 'title', value: 'Alpha' })).toEqual(['Alpha']);
  expect(await filtered({ 'metadata.order': 2 })).toEqual(['Bravo']);
});

it('the operators of filters are $eq, $ne, $in, $nin, $gt, $gte, $lt, $lte and $exists', async () => {
  expect(await filtered({ title: { $ne: 'Alpha' } })).toEqual(['Bravo', 'Charlie']);
  expect(await filtered({ title: { $in: ['Alpha', 'Charlie'] } })).toEqual(['Alpha', 'Charlie']);
  expect(await filtered({ title: { $nin: ['Alpha', 'Charlie'] } })).toEqual(['Bravo']);
  expect(await filtered({ 'metadata.order': { $gt: 2 } })).toEqual(['Charlie']);
  expect(await filtered({ 'metadata.order': { $gte: 2 } })).toEqual(['Bravo', 'Charlie']);
  expect(await filtered({ 'metadata.order': { $lt: 2 } })).toEqual(['Alpha']);
  expect(await filtered({ 'metadata.order': { $gt: 1, $lte: 3 } })).toEqual(['Bravo', 'Charlie']);
  expect(await filtered({ media: { $exists: true } })).toEqual([]);
  expect(await filtered({ media: { $exists: false } })).toHaveLength(3);
  expect(await filtered({ 'metadata.tags': 'b' })).toEqual(['Bravo']);
});

it('filters apply to the common fields too', async () => {
  expect(await filtered({ _createdAt: { $gte: '2027-06-18' }, _updatedAt: { $gte: '2027-06-18' } })).toHaveLength(3);
});

it('regular expressions, code and unknown operators are refused in filters', async () => {
  for (const filter of [
    { title: { $regex: '^A' } },
    { title: { $where: 'true' } },
    { title: { $eq: 'Alpha', $not: 1 } },
  ]) {
    const answer = await pages.b.get(`/broadcastPages?filters=${encodeURIComponent(JSON.stringify([filter]))}`);
    expect(answer.status, JSON.stringify(filter)).toBe(400);
  }
  for (const query of 'filters={"title":"Alpha"} filters=[ filters=[1] filtersLogical=$not sort=title sort={"a":1}'.split(
    ' ',
  )) {
    expect((await pages.b.get(`/broadcastPages?${query}`)).status, query).toBe(400);
  }
});

it('a page of Surface B has at most 200 entries, regardless of the requested size', async () => {
  const { b } = await service.another();
  await Promise.all(Array.from({ length: 201 }, () => b.post('/broadcastCategories', { title: 'Concert' })));
  expect((await b.get('/broadcastCategories')).data).toHaveLength(50);
  expect((await b.get('/broadcastCategories?limit=500')).data).toHaveLength(200);
});
