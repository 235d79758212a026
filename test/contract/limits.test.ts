import { beforeAll, expect, it } from 'vitest';
import { article, event, NOBODY, session, workflow } from './bodies.ts';
import { Fields } from './fields.ts';
import { useService } from './service.ts';

const service = useService();
const broadcast = new Fields((body) => service.b.patch('', body));

beforeAll(async () => {
  const creations = Array.from({ length: 51 }, (_, index) => [
    service.a.post('/events', event({ title: `Event ${index}` })),
    service.a.post('/articles', article({ title: `Article ${index}` })),
  ]);
  await Promise.all(creations.flat());
});

it('a page of events or articles has 50 entries by default, and at most 200', async () => {
  for (const path of ['/events', '/articles']) {
    expect((await service.a.get(path)).data).toHaveLength(50);
    expect((await service.a.get(path)).json).toMatchObject({ total: 51, limit: 50 });
    expect((await service.a.get(`${path}?limit=200`)).data).toHaveLength(51);
    expect((await service.a.get(`${path}?limit=1`)).data).toHaveLength(1);
    for (const limit of ['0', '-1', '201', '1.5', 'ten', '']) {
      expect((await service.a.get(`${path}?limit=${limit}`)).status, `limit=${limit}`).toBe(400);
    }
  }
});

it('the offset of events and articles is 0 by default', async () => {
  for (const path of ['/events', '/articles']) {
    const all = (await service.a.get(`${path}?limit=200`)).data;
    expect((await service.a.get(path)).json['offset']).toBe(0);
    expect((await service.a.get(`${path}?limit=2`)).data).toEqual(all.slice(0, 2));
    expect((await service.a.get(`${path}?limit=2&offset=1`)).data).toEqual(all.slice(1, 3));
    expect((await service.a.get(`${path}?offset=51`)).data).toEqual([]);
    for (const offset of ['-1', '0.5', 'ten']) {
      expect((await service.a.get(`${path}?offset=${offset}`)).status, `offset=${offset}`).toBe(400);
    }
  }
});

it('the length of a broadcast name is counted in characters, from 1 to 30', async () => {
  await broadcast.takes('/name', 'x', 'é'.repeat(30), '🎪'.repeat(30));
  await broadcast.refuses('/name', '', 'é'.repeat(31), '🎪'.repeat(31));
});

it('the length of a shortDescription is counted in characters, up to 80', async () => {
  await broadcast.takes('/shortDescription', '🎪'.repeat(80));
  await broadcast.refuses('/shortDescription', '🎪'.repeat(81));
});

it('the length of a description is counted in characters, up to 4000', async () => {
  await broadcast.takes('/description', 'é'.repeat(4000));
  await broadcast.refuses('/description', 'é'.repeat(4001));
});

it('object ids in the bodies of Surface B have exactly 24 characters', async () => {
  const { id } = await service.b.post('/broadcastSessions', session());
  const fields = new Fields((body) => service.b.patch(`/broadcastSessions/${id}`, body));
  for (const pointer of ['/interestPointId', '/broadcastMapId', '/categoryIds/0', '/hostIds/0']) {
    await fields.takes(pointer, NOBODY, NOBODY.toUpperCase());
    await fields.refuses(pointer, NOBODY.slice(1), `${NOBODY}0`, '');
  }
});

it('session titles, workflow names and entry nodes have at least one character', async () => {
  const sessions = new Fields((body) => service.b.post('/broadcastSessions', body), session());
  const workflows = new Fields((body) => service.b.post('/workflows', body), workflow());
  await sessions.takes('/title', 'x');
  await sessions.refuses('/title', '');
  await workflows.takes('/name', 'x');
  await workflows.refuses('/name', '');
  await workflows.takes('/entryNodeId', 'x');
  await workflows.refuses('/entryNodeId', '');
});

it('the limit of a navigator query is at most 9007199254740991, and -1 is the only negative value', async () => {
  await broadcast.takes('/appBar/leftNavigator/query/limit', 0, 9_007_199_254_740_991, -1);
  await broadcast.refuses('/appBar/leftNavigator/query/limit', -2, 9_007_199_254_740_992, 0.5);
});

it('the skip of a navigator query is from 0 to 9007199254740991, limits included', async () => {
  await broadcast.takes('/appBar/leftNavigator/query/skip', 0, 9_007_199_254_740_991);
  await broadcast.refuses('/appBar/leftNavigator/query/skip', -1, 9_007_199_254_740_992, 0.5);
});

it('limit and skip of a list on Surface B are integers from 0', async () => {
  for (const query of ['limit=0', 'skip=0', 'limit=3&skip=2', 'skip=100000']) {
    expect((await service.b.get(`/broadcastPages?${query}`)).status, query).toBe(200);
  }
  for (const query of ['limit=-1', 'skip=-1', 'limit=1.5', 'skip=all', 'limit=']) {
    expect((await service.b.get(`/broadcastPages?${query}`)).status, query).toBe(400);
  }
});
