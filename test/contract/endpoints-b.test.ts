import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/values/json.ts';
import { NOBODY, page, session, workflow } from './bodies.ts';
import { useService } from './service.ts';

const service = useService();

it('PATCH of a broadcast requires a body, changes the fields that are sent and returns 200 and the broadcast', async () => {
  const { b } = await service.another();
  const before = (await b.get('')).json;
  const sent = { menu: { sections: [] }, structure: null, capabilities: { push: true }, bottomBar: { style: 'fixed' } };
  const answer = await b.patch('', sent);
  expect(answer.status).toBe(200);
  const { structure: _, ...kept } = sent;
  expect(answer.json).toEqual({ ...before, ...kept });
  expect((await b.get('')).json).toEqual(answer.json);
  expect((await b.send('PATCH', '', '')).status).toBe(400);
});

it('GET of broadcastPages filters, combines, limits, skips, starts after an id and sorts', async () => {
  const { b } = await service.another();
  const ids: string[] = [];
  for (const [title, status] of [
    ['Charlie', 'draft'],
    ['Alpha', 'published'],
    ['Bravo', 'published'],
  ] as const) {
    ids.push((await b.post('/broadcastPages', { title, status })).id);
  }
  const titles = async (query: Record<string, string>) =>
    (await b.get(`/broadcastPages?${new URLSearchParams(query)}`)).data.map(({ title }) => title);
  const answer = await b.get('/broadcastPages');
  expect(answer.status).toBe(200);
  expect(answer.json).toEqual({
    data: [expect.any(Object), expect.any(Object), expect.any(Object)],
    metadata: expect.any(Object),
    _type: expect.any(String),
  });
  const filters = JSON.stringify([{ status: 'published' }, { title: 'Alpha' }]);
  expect(await titles({ filters })).toEqual(['Alpha']);
  expect(await titles({ filters, filtersLogical: '$and' })).toEqual(['Alpha']);
  expect(await titles({ filters, filtersLogical: '$or' })).toEqual(['Alpha', 'Bravo']);
  expect(await titles({ filters, filtersLogical: '$nor' })).toEqual(['Charlie']);
  expect(await titles({ limit: '2' })).toEqual(['Charlie', 'Alpha']);
  expect(await titles({ limit: '0' })).toEqual([]);
  expect(await titles({ skip: '2' })).toEqual(['Bravo']);
  expect(await titles({ startId: ids[0]! })).toEqual(['Alpha', 'Bravo']);
  expect(await titles({ sort: '{"title":"asc"}' })).toEqual(['Alpha', 'Bravo', 'Charlie']);
  expect(await titles({ sort: '{"status":"desc","title":"desc"}' })).toEqual(['Bravo', 'Alpha', 'Charlie']);
});

/** Sends each of the fields by itself, and returns the record with all of them. */
async function changedByEach(path: string, before: JsonObject, sent: JsonObject): Promise<JsonObject> {
  let expected = before;
  for (const [field, value] of Object.entries(sent)) {
    expected = { ...expected, [field]: value };
    const { status, json } = await service.b.patch(path, { [field]: value });
    expect([status, json]).toEqual([200, expected]);
  }
  return expected;
}

it('PATCH of a broadcastSession changes any subset of its fields and returns 200 and the session', async () => {
  const { id, json } = await service.b.post('/broadcastSessions', session());
  const path = `/broadcastSessions/${id}`;
  const sent = {
    title: 'Reading the tide',
    categoryIds: [NOBODY],
    status: 'published',
    description: 'What floods tell.',
    hostIds: [NOBODY],
    interestPointId: NOBODY,
    time: { start: '2027-06-19T14:00:00+02:00', end: '2027-06-19T15:00:00+02:00' },
    media: 'https://harbour.example/media/river.jpg',
    defaultLocale: 'fr',
    color: '#0b3c49',
    broadcastMapId: NOBODY,
    blocks: [{ type: 'divider' }],
    localeDetails: { en: { title: 'Reading the tide' } },
    metadata: { room: 3 },
  };
  const expected = await changedByEach(path, json, sent);
  expect((await service.b.patch(path, sent)).json).toEqual(expected);
});

it('PATCH of a workflow changes any subset of its fields and returns 200 and the workflow', async () => {
  const { id, json } = await service.b.post('/workflows', workflow());
  const path = `/workflows/${id}`;
  const sent = {
    entryNodeId: 'tell',
    nodes: [{ id: 'tell', type: 'code', config: {} }],
    name: 'Tell the crew',
    description: 'Every Monday.',
    status: 'enabled',
    trigger: { type: 'schedule' },
    metadata: { team: 'crew' },
  };
  const expected = await changedByEach(path, json, sent);
  expect((await service.b.patch(path, sent)).json).toEqual(expected);
});

it('every id in a path of Surface B is an object id', async () => {
  const { userId, broadcastId, key } = service;
  const headers = { 'X-API-KEY': key };
  const statusOf = async (path: string) => (await fetch(`${service.url}/v1/users/${path}`, { headers })).status;
  expect(await statusOf(`me/broadcasts/${broadcastId}`)).toBe(400);
  expect(await statusOf(`${userId}/broadcasts/mine`)).toBe(400);
  expect(await statusOf(`${userId}/broadcasts/${broadcastId}/broadcastContacts/ada`)).toBe(400);
  expect(await statusOf(`${userId}/broadcasts/${broadcastId}/broadcastContacts/${NOBODY}`)).toBe(404);
});

it('a body requires Content-Type application/json', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/jsonp']) {
    const headers = { 'Content-Type': type };
    expect((await service.b.patch('', { name: 'Harbour' }, { headers })).status, type).toBe(415);
  }
  const headers = { 'Content-Type': 'application/json; charset=utf-8' };
  expect((await service.b.patch('', { name: 'Harbour' }, { headers })).status).toBe(200);
  expect((await service.b.post('/broadcastPages', page(), { headers })).status).toBe(201);
});
