import { beforeAll, expect, it } from 'vitest';
import { article, event, NOBODY, session } from './bodies.ts';
import { Fields } from './fields.ts';
import { useService } from './service.ts';

const service = useService();

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

it('object ids in the bodies of Surface B have exactly 24 characters', async () => {
  const { id } = await service.b.post('/broadcastSessions', session());
  const fields = new Fields((body) => service.b.patch(`/broadcastSessions/${id}`, body));
  for (const pointer of ['/interestPointId', '/broadcastMapId', '/categoryIds/0', '/hostIds/0']) {
    await fields.takes(pointer, NOBODY, NOBODY.toUpperCase());
    await fields.refuses(pointer, NOBODY.slice(1), `${NOBODY}0`, '');
  }
});

it('limit and skip of a list on Surface B are integers from 0', async () => {
  for (const query of ['limit=0', 'skip=0', 'limit=3&skip=2', 'skip=100000']) {
    expect((await service.b.get(`/broadcastPages?${query}`)).status, query).toBe(200);
  }
  for (const query of ['limit=-1', 'skip=-1', 'limit=1.5', 'skip=all', 'limit=']) {
    expect((await service.b.get(`/broadcastPages?${query}`)).status, query).toBe(400);
  }
});
