import { expect, it } from 'vitest';
import { event, page } from '../contract/bodies.ts';
import { seconds } from '../contract/manual-clock.ts';
import { useService } from '../contract/service.ts';

const service = useService();

it('an ETag changes with the record, and only with it', async () => {
  const created = await service.a.post('/events', event());
  const path = `/events/${created.id}`;
  expect((await service.a.get(path)).etag).toBe(created.etag);
  expect((await service.a.get(path)).etag).toBe(created.etag);
  service.clock.advance(seconds(1));
  const updated = await service.a.put(path, { title: 'Closing night' });
  expect(updated.etag).not.toBe(created.etag);
  expect((await service.a.get(path)).etag).toBe(updated.etag);
});

it('If-None-Match with the current ETag answers 304 without a body', async () => {
  const { id, etag } = await service.a.post('/events', event());
  for (const value of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
    const answer = await service.a.get(`/events/${id}`, { headers: { 'If-None-Match': value } });
    expect(answer.status, value).toBe(304);
    expect(answer.text).toBe('');
    expect(answer.etag).toBe(etag);
  }
  expect((await service.a.get(`/events/${id}`, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
});

it('If-Match with a different ETag answers 412 and changes nothing', async () => {
  const { id, etag, json } = await service.b.post('/broadcastPages', page());
  const path = `/broadcastPages/${id}`;
  for (const value of ['"other"', 'other', `W/${etag}`]) {
    const headers = { 'If-Match': value };
    expect((await service.b.patch(path, { title: 'Lost' }, { headers })).status, value).toBe(412);
    expect((await service.b.delete(path, { headers })).status, value).toBe(412);
  }
  expect((await service.b.get(path)).json).toEqual(json);
});

it('If-Match with the current ETag, a list that contains it, or * allows the write', async () => {
  const { id } = await service.b.post('/broadcastPages', page());
  const path = `/broadcastPages/${id}`;
  for (const makeHeader of [(etag: string) => etag, (etag: string) => `"other", ${etag}`, () => '*']) {
    const { etag } = await service.b.get(path);
    service.clock.advance(seconds(1));
    expect((await service.b.patch(path, {}, { headers: { 'If-Match': makeHeader(etag) } })).status).toBe(200);
  }
});

it('one of two concurrent writes with the same If-Match is refused', async () => {
  const { id, etag } = await service.a.post('/events', event());
  const write = (title: string) => service.a.put(`/events/${id}`, { title }, { headers: { 'If-Match': etag } });
  const answers = await Promise.all([write('One'), write('Two'), write('Three')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  const { json } = answers.find(({ status }) => status === 200)!;
  expect((await service.a.get(`/events/${id}`)).json).toEqual(json);
});

it('a missing record is reported as 404 rather than 412', async () => {
  const headers = { 'If-Match': '"any"' };
  expect((await service.a.put('/events/64b7c0ffee64b7c0ffee0001', {}, { headers })).status).toBe(404);
});
