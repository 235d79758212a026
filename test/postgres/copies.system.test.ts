/** Two copies of the service on one database. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ensureBroadcast } from '../../src/service/administration.ts';
import { systemClock, type ServiceOptions } from '../../src/service/options.ts';
import { releaseLeases } from '../../src/service/deliveries/delivery-store.ts';
import { all, run } from '../../src/service/store/work.ts';
import { listKeys, revokeKey } from '../../src/service/store/tenants.ts';
import { PostgresEngine } from '../../src/service/store/postgres/postgres-engine.ts';
import type { Answer } from '../contract/answer.ts';
import { article, event } from '../contract/bodies.ts';
import { hours, ManualClock, seconds } from '../contract/manual-clock.ts';
import { temporaryService, type Opened, type Overrides } from '../contract/service.ts';
import { startHook } from '../webhooks/support/hook.ts';
import { createDatabase } from './databases.ts';
import { needsPostgres } from '../needs.ts';

/** The same broadcast and key at both. */
async function twoCopies(overrides: Overrides = {}) {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const first = await temporaryService({ ...overrides, file: url });
  const second = await temporaryService({ ...overrides, file: url, clock: first.clock });
  const there: Opened = second.open(first);
  return { first, second, here: first, there, url };
}

const seven = <T>(act: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: 7 }, (_, index) => act(index)));

describe.runIf(needsPostgres())('two copies of the service', () => {
  it('show each other every change at once', async () => {
    const { here, there } = await twoCopies();
    const { id } = await here.a.post('/events', event());
    expect((await there.a.get(`/events/${id}`)).status).toBe(200);
    await there.a.delete(`/events/${id}`);
    expect((await here.a.get(`/events/${id}`)).status).toBe(404);
    expect((await here.a.get('/events')).json['total']).toBe(0);
  });

  it('count in a list exactly what it shows, while the other one creates and deletes', async () => {
    const { here, there } = await twoCopies();
    const total = ({ json }: Answer): unknown => json['total'] ?? (json['metadata'] as { total?: unknown }).total;
    const writing = Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let round = 0; round < 6; round += 1)
          await there.a.delete(`/articles/${(await there.a.post('/articles', article())).id}`);
      }),
    );
    const ended = new AbortController();
    void writing.finally(() => ended.abort());
    while (!ended.signal.aborted)
      for (const list of [
        here.a.get('/articles'),
        here.b.get('/broadcastArticles'),
        here.a.get('/articles?offset=1'),
      ]) {
        const answer = await list;
        const skipped = answer.json['offset'] === 1 ? [0, 1] : [0];
        expect(skipped).toContain(Number(total(answer)) - answer.data.length);
      }
    await writing;
  });

  it('create once what is sent to both with one idempotency key, and give both the same answer', async () => {
    const { here, there } = await twoCopies();
    const sending = { headers: { 'Idempotency-Key': 'once' } };
    const answers = await seven((index) => (index % 2 ? here : there).a.post('/events', event(), sending));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect((await here.a.get('/events')).json['total']).toBe(1);
  });

  it('accept one of several changes that expect the same ETag', async () => {
    const { here, there } = await twoCopies();
    const created = await here.a.post('/events', event());
    const sending = { headers: { 'If-Match': created.headers.get('etag')! } };
    const answers = await seven((index) =>
      (index % 2 ? here : there).a.put(`/events/${created.id}`, { title: `Title ${index}` }, sending),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(6).fill(412)]);
  });

  it('never leave an event at a place that the other one deleted', async () => {
    const { here, there } = await twoCopies();
    for (let round = 0; round < 5; round += 1) {
      const place = await here.a.post('/places', { name: 'Quay' });
      const [created, deleted] = await Promise.all([
        here.a.post('/events', event({ place_id: place.id })),
        there.a.delete(`/places/${place.id}`),
      ]);
      expect([201, 400]).toContain(created.status);
      expect(deleted.status).toBe(created.status === 201 ? 409 : 204);
    }
  });

  it('share the limit of a key', async () => {
    const { here, there } = await twoCopies({ rateLimit: 10 });
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) => (index % 2 ? here : there).a.get('/events')),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect((await there.a.get('/events')).headers.get('ratelimit-remaining')).toBe('0');
  });

  it('share the limit of a key though their clocks differ by seconds', async () => {
    const { first, here, url } = await twoCopies({ rateLimit: 10 });
    const late = new ManualClock();
    late.advance(seconds(-20));
    const { a } = (await temporaryService({ rateLimit: 10, file: url, clock: late })).open(first);
    const statuses: number[] = [];
    for (let index = 0; index < 8; index += 1)
      statuses.push((await here.a.get('/events')).status, (await a.get('/events')).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  });

  it('refuse a key that was revoked at the other one', async () => {
    const { first, here, there } = await twoCopies();
    const keys = await first.service.engine.read('everything', listKeys);
    const { id } = keys.find(({ broadcastId }) => broadcastId === first.broadcastId)!;
    expect((await there.a.get('/events')).status).toBe(200);
    await first.service.engine.write('everything', () => revokeKey(id, systemClock.now()));
    expect((await here.a.get('/events')).status).toBe(401);
    await vi.waitFor(async () => expect((await there.a.get('/events')).status).toBe(401), { timeout: 30_000 });
  });

  it('send each delivery once, whichever of them made the change', async () => {
    const hook = await startHook([204]);
    const { here, there } = await twoCopies({ allowPrivateWebhooks: true });
    await here.a.post('/webhooks', { url: hook.url, events: ['event.created'] }, { undocumented: true });
    await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 ? here : there).a.post('/events', event())));
    await vi.waitFor(() => expect(new Set(hook.ids).size).toBe(20), { timeout: 30_000 });
    expect(hook.ids).toHaveLength(20);
  });

  it('respect a lease of the other one for as long as that one is alive', async () => {
    const hook = await startHook([204]);
    const { first, here, there, url } = await twoCopies({ allowPrivateWebhooks: true });
    const third = await PostgresEngine.open(url);
    await here.a.post('/webhooks', { url: hook.url, events: ['event.created'] }, { undocumented: true });
    await there.a.post('/events', event());
    await vi.waitFor(() => expect(hook.ids).toHaveLength(1), { timeout: 30_000 });
    const { engine } = first.service;
    const leased = async () => {
      const alive = await engine.holders();
      await engine.write('everything', () => releaseLeases(alive));
      const rows = await engine.read('everything', () =>
        all("SELECT leased_by AS by FROM deliveries WHERE id = 'msg'"),
      );
      return (rows[0] as { by: string | null }).by;
    };
    const later = first.clock.now() + hours(1);
    await engine.write('everything', () =>
      run(
        `INSERT INTO deliveries (id, broadcast_id, webhook_id, subject_id, type, body, state, due_at, created_at, leased_until, leased_by)
          SELECT 'msg', broadcast_id, webhook_id, subject_id, type, body, 'pending', ?, created_at, ?, ? FROM deliveries`,
        later,
        later,
        third.holder,
      ),
    );
    expect(await leased()).toBe(third.holder);
    await third.close();
    await vi.waitFor(async () => expect(await leased()).toBeNull(), { timeout: 30_000 });
  });

  it('hear of each other’s changes', async () => {
    const { first, second: there } = await twoCopies();
    const heard: string[] = [];
    first.service.engine.onNews((topic) => heard.push(topic));
    await there.service.engine.write('everything', () => revokeKey('key_none', systemClock.now()));
    await vi.waitFor(() => expect(heard).toContain('tenants'), { timeout: 30_000 });
  });

  it('create one first broadcast if both start with an empty database', async () => {
    const { url, drop } = await createDatabase();
    const copies = await Promise.all([1, 2, 3].map(() => PostgresEngine.open(url)));
    onTestFinished(async () => {
      await Promise.all(copies.map((copy) => copy.close()));
      await drop();
    });
    const options = { clock: systemClock } as ServiceOptions;
    const made = await Promise.all(copies.map((engine) => ensureBroadcast({ engine, options }, { name: 'First' })));
    expect(new Set(made.map(({ broadcastId }) => broadcastId)).size).toBe(1);
    expect(made.filter(({ key }) => key !== undefined)).toHaveLength(1);
  });
});
