import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import {
  createKey,
  listKeys,
  revokeUnlessLast,
  rotateKey,
  type ApiKey,
  type NewKey,
} from '../../src/service/store/tenants.ts';
import { SqliteEngine } from '../../src/service/store/sqlite/sqlite-engine.ts';
import { event } from '../contract/bodies.ts';
import { onPostgres } from '../contract/database.ts';
import { hours, seconds } from '../contract/manual-clock.ts';
import { rawRequest } from '../contract/raw-request.ts';
import { temporaryService, useService, type Opened } from '../contract/service.ts';
import { leftOutIf } from '../needs.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const service = useService();
const engine = () => service.service.engine;
const now = () => service.clock.now();

const newKey = ({ broadcastId }: Opened, details: Partial<NewKey> = {}) =>
  engine().write('everything', () => createKey(broadcastId, { label: 'second', now: now(), ...details }));

const keysOf = async ({ broadcastId }: Opened): Promise<readonly ApiKey[]> =>
  (await engine().read('everything', listKeys)).filter((each) => each.broadcastId === broadcastId);

const revoke = (id: string) => engine().write('everything', () => revokeUnlessLast(id, now()));

const statusWith = async (opened: Opened, key: string): Promise<number> =>
  (await service.open({ ...opened, key }).a.get('/events')).status;

it('a read-only key reads on both surfaces, and every change is refused with 403', async () => {
  const opened = await service.another();
  const { id } = await opened.a.post('/events', event());
  const { key } = await newKey(opened, { access: 'read' });
  const { a, b } = service.open({ ...opened, key });
  expect([(await a.get('/events')).status, (await b.get('')).status]).toEqual([200, 200]);
  const refused = [
    await a.post('/events', event()),
    await a.put(`/events/${id}`, event({ title: 'Changed' })),
    await a.delete(`/events/${id}`),
    await b.patch('', { name: 'Changed' }),
  ];
  expect(refused.map(({ status, json }) => [status, json['code']])).toEqual(refused.map(() => [403, 'read-only']));
  const { data } = await opened.a.get('/events');
  expect(data).toMatchObject([{ id, title: event()['title'] }]);
});

it('a rotated key and its successor are both valid for a day, with the same purpose and access', async () => {
  const opened = await service.another();
  const old = await newKey(opened, { label: 'ci', access: 'read' });
  const rotation = { now: now(), expiresAt: undefined };
  const fresh = (await engine().write('everything', () => rotateKey(old.id, rotation)))!;
  expect(await keysOf(opened)).toContainEqual(
    expect.objectContaining({ id: fresh.id, label: 'ci', access: 'read', expiresAt: null }),
  );
  expect([await statusWith(opened, old.key), await statusWith(opened, fresh.key)]).toEqual([200, 200]);
  service.clock.advance(hours(24) + 1);
  expect([await statusWith(opened, old.key), await statusWith(opened, fresh.key)]).toEqual([401, 200]);
  expect(await engine().write('everything', () => rotateKey(old.id, { ...rotation, now: now() }))).toBeUndefined();
});

it.skipIf(leftOutIf(onPostgres, 'is about the file of SQLite'))(
  'a key that another process revokes in the file is refused at once',
  async () => {
    const folder = temporaryFolder();
    const running = await temporaryService({ file: join(folder, 'service.db') });
    const other = new SqliteEngine(join(folder, 'service.db'));
    onTestFinished(() => other.close());
    const details = { label: 'second', now: running.clock.now() };
    const second = await other.write('everything', () => createKey(running.broadcastId, details));
    const status = async () => (await running.open({ ...running, key: second.key }).a.get('/events')).status;
    expect([await status(), await status()]).toEqual([200, 200]);
    await other.write('everything', () => revokeUnlessLast(second.id, running.clock.now()));
    expect(await status()).toBe(401);
  },
);

it('the list of keys shows the minute in which each was last used', async () => {
  const opened = await service.another();
  const [{ id }] = (await keysOf(opened)) as [ApiKey];
  const unused = await newKey(opened);
  const lastUsed = async () => Object.fromEntries((await keysOf(opened)).map(({ id, lastUsedAt }) => [id, lastUsedAt]));
  const first = new Date(now()).toISOString();
  await opened.a.get('/events');
  await expect.poll(lastUsed).toEqual({ [id]: first, [unused.id]: null });
  service.clock.advance(seconds(30));
  await opened.a.get('/events');
  service.clock.advance(seconds(31));
  const later = new Date(now()).toISOString();
  await opened.a.get('/events');
  await expect.poll(lastUsed).toEqual({ [id]: later, [unused.id]: null });
});

it('the last valid key that can write is not revoked, even if two are revoked at the same time', async () => {
  const opened = await service.another();
  const [{ id: first }] = (await keysOf(opened)) as [ApiKey];
  await newKey(opened, { access: 'read' });
  await newKey(opened, { expiresAt: new Date(now() - 1).toISOString() });
  expect(await revoke(first)).toBe('last');
  const second = await newKey(opened);
  expect((await Promise.all([revoke(first), revoke(second.id)])).toSorted()).toEqual(['last', 'revoked']);
  const statuses = [await statusWith(opened, opened.key), await statusWith(opened, second.key)];
  expect(statuses.toSorted()).toEqual([200, 401]);
});

it.each(['POST', 'PUT'])('a key that is revoked while the body of a %s arrives changes nothing', async (method) => {
  const opened = await service.another();
  const { id } = await opened.a.post('/events', event());
  const second = await newKey(opened);
  const body = JSON.stringify(event({ title: 'Too late' }));
  const answer = await rawRequest(service.url, {
    method,
    path: method === 'POST' ? '/v1/events' : `/v1/events/${id}`,
    headers: {
      Authorization: `Bearer ${second.key}`,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    },
    write: async (sent) => {
      sent.write(body.slice(0, 10));
      await expect.poll(() => lastUseOf(opened, second.id)).not.toBeNull();
      expect(await revoke(second.id)).toBe('revoked');
      sent.end(body.slice(10));
    },
  });
  expect([answer.status, answer.json['code']]).toEqual([401, 'unauthorized']);
  expect((await opened.a.get('/events')).data).toMatchObject([{ id, title: event()['title'] }]);
});

/** Set by a request as soon as its key was accepted. */
const lastUseOf = async (opened: Opened, id: string): Promise<string | null> =>
  (await keysOf(opened)).find((each) => each.id === id)!.lastUsedAt;
