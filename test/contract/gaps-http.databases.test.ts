/** The service's decisions about errors, limits, repeated requests and lost updates. */
import { expect, it } from 'vitest';
import { event, NOBODY } from './bodies.ts';
import { hours } from './manual-clock.ts';
import { temporaryService, useService } from './service.ts';

const service = useService();

it('an error is an RFC 9457 problem with code, errors and request_id', async () => {
  const answer = await service.a.post('/events', { title: 7, start_time: 'soon' });
  expect(answer.mediaType).toBe('application/problem+json');
  expect(answer.json).toEqual({
    type: 'urn:gitcast:problem:invalid',
    title: 'Bad Request',
    status: 400,
    detail: expect.any(String),
    code: 'invalid',
    errors: expect.arrayContaining([
      { pointer: '/end_time', detail: 'is required' },
      { pointer: '/title', detail: 'must be string' },
      { pointer: '/start_time', detail: 'must be an ISO 8601 date and time with its offset' },
    ]),
    request_id: answer.headers.get('x-request-id'),
  });
});

it('usage is reported in all three families of rate-limit headers, with 600 requests per minute and key', async () => {
  const { a, clock } = await temporaryService({ rateLimit: 600 });
  const { headers } = await a.get('/events');
  expect(Object.fromEntries(headers)).toMatchObject({
    'ratelimit-limit': '600',
    'ratelimit-remaining': '599',
    'ratelimit-reset': '1',
    'x-ratelimit-limit': '600',
    'x-ratelimit-remaining': '599',
    'x-ratelimit-reset': String(clock.now() / 1000 + 1),
  });
});

it('a creation with an Idempotency-Key happens once in 24 hours', async () => {
  const { a, clock } = await temporaryService();
  const headers = { 'Idempotency-Key': 'one' };
  const first = await a.post('/events', event(), { headers });
  const second = await a.post('/events', event(), { headers });
  expect(second.text).toBe(first.text);
  expect((await a.get('/events')).json['total']).toBe(1);
  clock.advance(hours(24) + 1);
  await a.post('/events', event(), { headers });
  expect((await a.get('/events')).json['total']).toBe(2);
});

it('a record has a strong ETag; If-Match guards a write and If-None-Match saves a read', async () => {
  const created = await service.a.post('/events', event());
  const path = `/events/${created.id}`;
  expect(created.etag).toMatch(/^"[^"]+"$/);
  expect((await service.a.get(path)).etag).toBe(created.etag);
  expect((await service.a.get(path, { headers: { 'If-None-Match': created.etag } })).status).toBe(304);
  const updated = await service.a.put(path, { title: 'Closing night' }, { headers: { 'If-Match': created.etag } });
  expect(updated.status).toBe(200);
  expect((await service.a.put(path, { title: 'Lost' }, { headers: { 'If-Match': created.etag } })).status).toBe(412);
  expect((await service.a.delete(path, { headers: { 'If-Match': created.etag } })).status).toBe(412);
  expect((await service.a.delete(path, { headers: { 'If-Match': updated.etag } })).status).toBe(204);
});

it('a body of more than 1 MiB is refused with 413', async () => {
  const filled = (bytes: number): string => {
    const body = JSON.stringify(event({ description: '' }));
    return body.replace('"description":""', `"description":"${'x'.repeat(bytes - body.length)}"`);
  };
  expect((await service.a.send('POST', '/events', filled(1024 * 1024))).status).toBe(201);
  expect((await service.a.send('POST', '/events', filled(1024 * 1024 + 1))).status).toBe(413);
});

it('a failed validation is 400, and 422 is used only for an Idempotency-Key with a different body', async () => {
  const headers = { 'Idempotency-Key': 'two' };
  expect((await service.a.post('/events', { title: 7 }, { headers })).status).toBe(400);
  expect((await service.a.post('/events', event(), { headers })).status).toBe(201);
  expect((await service.a.post('/events', event({ title: 'Other' }), { headers })).status).toBe(422);
  expect((await service.b.patch('', { menu: {} })).status).toBe(400);
  expect((await service.a.post('/events', event({ place_id: NOBODY }))).status).toBe(400);
});
