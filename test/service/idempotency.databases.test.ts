import { expect, it } from 'vitest';
import { listKeys, rotateKey } from '../../src/service/store/tenants.ts';
import { event, page, webhook } from '../contract/bodies.ts';
import { hours } from '../contract/manual-clock.ts';
import { rawRequest } from '../contract/raw-request.ts';
import { useService } from '../contract/service.ts';

const service = useService();
const keyed = (key: string) => ({ headers: { 'Idempotency-Key': key } });

it('a repeated creation gets the first answer: status, body, ETag and Location', async () => {
  const { a, b } = await service.another();
  for (const create of [
    () => a.post('/events', event(), keyed('event')),
    () => b.post('/broadcastPages', page(), keyed('page')),
    () => a.post('/webhooks', webhook({ secret: 's3cret' }), keyed('webhook')),
  ]) {
    const [first, second] = [await create(), await create()];
    expect(second.status).toBe(201);
    expect(second.text).toBe(first.text);
    expect(second.etag).toBe(first.etag);
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
  }
  expect((await a.get('/events')).json['total']).toBe(1);
});

it('a key reused with a different body or kind is refused with 422', async () => {
  const { a } = await service.another();
  await a.post('/events', event(), keyed('one'));
  expect((await a.post('/events', event({ title: 'Other' }), keyed('one'))).status).toBe(422);
  expect((await a.post('/places', { name: 'Main stage' }, keyed('one'))).status).toBe(422);
  expect((await a.get('/events')).json['total']).toBe(1);
});

it('many concurrent requests with one key create one record and get the same answer', async () => {
  const { a } = await service.another();
  const answers = await Promise.all(Array.from({ length: 8 }, () => a.post('/events', event(), keyed('at once'))));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect((await a.get('/events')).json['total']).toBe(1);
});

it('a key expires after 24 hours, and not before', async () => {
  const { a } = await service.another();
  const first = await a.post('/events', event(), keyed('day'));
  service.clock.advance(hours(24) - 1);
  expect((await a.post('/events', event(), keyed('day'))).id).toBe(first.id);
  service.clock.advance(2);
  expect((await a.post('/events', event(), keyed('day'))).id).not.toBe(first.id);
});

it('a refused creation leaves its key unused', async () => {
  const { a } = await service.another();
  expect((await a.post('/events', {}, keyed('again'))).status).toBe(400);
  expect((await a.post('/events', event(), keyed('again'))).status).toBe(201);
});

it('idempotency keys of two API keys are independent', async () => {
  const [first, second] = [await service.another(), await service.another()];
  const [one, two] = [
    await first.a.post('/events', event(), keyed('shared')),
    await second.a.post('/events', event({ title: 'Other' }), keyed('shared')),
  ];
  expect([one.status, two.status]).toEqual([201, 201]);
  expect(one.id).not.toBe(two.id);
});

it('a request that is repeated with the successor of its API key, or of that one, gets the first answer', async () => {
  const opened = await service.another();
  const first = await opened.a.post('/events', event(), keyed('rotated'));
  const { engine } = service.service;
  const keys = await engine.read('everything', listKeys);
  let current = keys.find(({ broadcastId }) => broadcastId === opened.broadcastId)!.id;
  for (const _ of ['a successor', 'its successor']) {
    const rotation = { now: service.clock.now(), overlap: hours(1), expiresAt: undefined };
    const { id, key } = (await engine.write('everything', () => rotateKey(current, rotation)))!;
    const again = await service.open({ ...opened, key }).a.post('/events', event(), keyed('rotated'));
    expect([again.status, again.text]).toEqual([201, first.text]);
    current = id;
  }
  expect((await opened.a.get('/events')).json['total']).toBe(1);
});

it('an empty key is refused: two creations with it would be one', async () => {
  const { a, key } = await service.another();
  for (const _ of ['first', 'second']) {
    const answer = await rawRequest(service.url, {
      method: 'POST',
      path: '/v1/events',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'Idempotency-Key': '' },
      write: (sent) => sent.end(JSON.stringify(event())),
    });
    expect([answer.status, answer.json['detail']]).toEqual([400, 'the header Idempotency-Key is empty']);
  }
  expect((await a.get('/events')).json['total']).toBe(0);
});
