import { expect, it } from 'vitest';
import { createKey, listKeys, revokeKey, setPlan, type NewKey } from '../../src/service/store/tenants.ts';
import { all } from '../../src/service/store/work.ts';
import { event } from './bodies.ts';
import { hours } from './manual-clock.ts';
import { temporaryService, useService, type Running } from './service.ts';

const service = useService();

const newKey = ({ service: { engine }, broadcastId, clock }: Running, details: Omit<NewKey, 'now'>) =>
  engine.write('everything', () => createKey(broadcastId, { now: clock.now(), ...details }));

it('Surface A accepts the key as a bearer token', async () => {
  const { key } = service;
  expect((await service.a.get('/events', { headers: { Authorization: `Bearer ${key}` } })).status).toBe(200);
  expect((await service.a.get('/events', { headers: { Authorization: `Basic ${key}` } })).status).toBe(401);
  expect((await service.a.get('/events', { headers: { Authorization: key } })).status).toBe(401);
});

it('Surface B accepts the key in the header X-API-KEY', async () => {
  expect((await service.b.get('', { headers: { 'X-API-KEY': service.key } })).status).toBe(200);
  expect((await service.b.get('', { headers: { 'X-API-KEY': '' } })).status).toBe(401);
});

it('a key manages exactly one broadcast', async () => {
  const [first, second] = [await service.another(), await service.another()];
  const { id } = await first.a.post('/events', event());
  expect((await second.a.get('/events')).json['total']).toBe(0);
  expect((await second.a.get(`/events/${id}`)).status).toBe(404);
  expect((await second.a.delete(`/events/${id}`)).status).toBe(404);
  expect((await first.a.get(`/events/${id}`)).status).toBe(200);
});

it('a key is created for a broadcast and shown once', async () => {
  const { id, key } = await newKey(service, { label: 'CI' });
  const { a } = service.open({ ...service, key });
  expect((await a.get('/events')).status).toBe(200);
  const listed = await service.service.engine.read('everything', listKeys);
  expect(listed.find((each) => each.id === id)).toMatchObject({ broadcastId: service.broadcastId, label: 'CI' });
  expect(JSON.stringify(listed)).not.toContain(key);
});

it('without the Pro plan every request is refused with 403', async () => {
  const { a, b } = await service.another({ plan: 'free' });
  const answers = [await a.get('/events'), await a.post('/events', event()), await b.get(''), await b.patch('', {})];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
});

it('a broadcast that gets the Pro plan is served with its existing key', async () => {
  const { a, broadcastId } = await service.another({ plan: 'free' });
  await service.service.engine.write('everything', () => setPlan(broadcastId, 'pro'));
  expect((await a.get('/events')).status).toBe(200);
});

it('a missing or invalid key is refused with 401', async () => {
  for (const Authorization of ['', 'Bearer', 'Bearer wrong', `Bearer ${service.key}x`, `Bearer ${service.key} x`]) {
    expect((await service.a.get('/events', { headers: { Authorization } })).status, Authorization).toBe(401);
  }
  for (const key of ['', 'wrong', service.key.toLowerCase()]) {
    expect((await service.b.get('', { headers: { 'X-API-KEY': key } })).status, key).toBe(401);
  }
});

it('each surface accepts only its own header', async () => {
  const { key } = service;
  expect((await service.a.get('/events', { headers: { Authorization: '', 'X-API-KEY': key } })).status).toBe(401);
  expect((await service.b.get('', { headers: { 'X-API-KEY': '', Authorization: `Bearer ${key}` } })).status).toBe(401);
});

it('a broadcast can have several keys, each with its own expiry and revocation', async () => {
  const running = await temporaryService();
  const { a, clock, broadcastId, open, userId } = running;
  const expiresAt = new Date(clock.now() + hours(1)).toISOString();
  const { key } = await newKey(running, { label: 'for an hour', expiresAt });
  const { id, key: third } = await newKey(running, { label: 'third' });
  const [limited, revocable] = [open({ key, broadcastId, userId }).a, open({ key: third, broadcastId, userId }).a];
  expect([(await limited.get('/events')).status, (await revocable.get('/events')).status]).toEqual([200, 200]);
  clock.advance(hours(1));
  await running.service.engine.write('everything', () => revokeKey(id, clock.now()));
  expect([(await limited.get('/events')).status, (await revocable.get('/events')).status]).toEqual([401, 401]);
  expect((await a.get('/events')).status).toBe(200);
});

it('keys are stored as hashes', async () => {
  const rows = await service.service.engine.read('everything', () => all('SELECT * FROM api_keys'));
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(service.key);
});

it('the key of another broadcast gets 404', async () => {
  const { broadcastId, userId } = await service.another();
  const { b } = service.open({ userId, broadcastId, key: service.key });
  expect((await b.get('')).status).toBe(404);
  expect((await b.patch('', { name: 'Mine now' })).status).toBe(404);
  expect((await b.get('/broadcastPages')).status).toBe(404);
});
