import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/values/json.ts';
import { article, event, place, webhook } from './bodies.ts';
import { seconds } from './manual-clock.ts';
import { useService } from './service.ts';

const service = useService();
const CREATIONS: readonly (readonly [string, JsonObject])[] = [
  ['/events', event()],
  ['/places', place()],
  ['/articles', article()],
  ['/webhooks', webhook()],
];
const ISO_8601 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

it('every record of Surface A has a unique id, as text', async () => {
  const ids: unknown[] = [];
  for (const [path, body] of CREATIONS) {
    ids.push((await service.a.post(path, body)).json['id'], (await service.a.post(path, body)).json['id']);
  }
  expect(ids.every((id) => typeof id === 'string' && id !== '')).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
});

it('every record of Surface A has the time of its creation in ISO 8601, and keeps it', async () => {
  for (const [path, body] of CREATIONS) {
    const created = await service.a.post(path, body);
    expect(created.json['created_at']).toMatch(ISO_8601);
    expect(Date.parse(created.json['created_at'] as string)).toBe(service.clock.now());
    service.clock.advance(seconds(5));
    const updated = await service.a.put(`${path}/${created.id}`, {});
    expect(updated.json['created_at']).toBe(created.json['created_at']);
  }
});

it('every record of Surface A has the time of its last change in ISO 8601', async () => {
  for (const [path, body] of CREATIONS) {
    const created = await service.a.post(path, body);
    expect(created.json['updated_at']).toBe(created.json['created_at']);
    service.clock.advance(seconds(5));
    const updated = await service.a.put(`${path}/${created.id}`, {});
    expect(updated.json['updated_at']).toMatch(ISO_8601);
    expect(Date.parse(updated.json['updated_at'] as string)).toBe(service.clock.now());
  }
});

it('a list of Surface A is an object with data, total, limit and offset', async () => {
  const { a } = await service.another();
  await a.post('/events', event());
  await a.post('/articles', article());
  for (const path of ['/events', '/articles']) {
    expect((await a.get(path)).json).toEqual({ data: [expect.any(Object)], total: 1, limit: 50, offset: 0 });
  }
});

it('the list of webhooks has data and nothing else', async () => {
  const { a } = await service.another();
  await a.post('/webhooks', webhook());
  expect((await a.get('/webhooks')).json).toEqual({ data: [expect.any(Object)] });
});
