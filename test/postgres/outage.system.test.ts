/** A server of its own that is stopped and started again. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unavailable } from '../../src/service/http/problem.ts';
import { all } from '../../src/service/store/work.ts';
import { event } from '../contract/bodies.ts';
import { sendHere, startService, type Running } from '../contract/service.ts';
import { startHook } from '../webhooks/support/hook.ts';
import { ROLE, SUPERUSER, type Cluster } from './cluster.ts';
import { administer, startLiveCluster } from './databases.ts';
import { needsPostgres } from '../needs.ts';

const undocumented = { undocumented: true };

describe.runIf(needsPostgres())('a service whose database server ends and comes back', () => {
  let cluster: Cluster;
  let running: Running;
  const failures: string[] = [];
  /** Called when a delivery is leased and not sent yet. */
  let onDelivery = (): void => {};

  beforeAll(async () => {
    cluster = await startLiveCluster({ isDurable: true });
    running = await startService({
      file: cluster.urlOf('live'),
      onFailure: (message) => failures.push(message),
      allowPrivateWebhooks: true,
      tests: { send: (shipment) => (onDelivery(), sendHere(shipment)) },
    });
  });

  afterAll(async () => {
    await running.close();
    cluster.remove();
  });

  it('answers 503 with Retry-After meanwhile, and goes on afterwards with everything that it acknowledged', async () => {
    const before = await running.a.post('/events', event());
    cluster.stop('immediate');
    const refused = [
      await running.a.get('/events', undocumented),
      await running.a.post('/events', event(), undocumented),
    ];
    expect(refused.map(({ status }) => status)).toEqual([503, 503]);
    expect(refused[0]!.headers.get('retry-after')).toBe('2');
    expect(refused[0]!.json).toMatchObject({ code: 'unavailable' });
    const unready = await fetch(`${running.url}/readyz`);
    expect([unready.status, await unready.json()]).toEqual([
      503,
      { status: 'unavailable', reason: 'the database cannot be reached' },
    ]);
    expect((await fetch(`${running.url}/healthz`)).status).toBe(200);
    expect(failures.filter((each) => each.startsWith('the database cannot be reached'))).toHaveLength(1);
    cluster.start();
    await expect.poll(async () => (await fetch(`${running.url}/readyz`)).status).toBe(200);
    expect((await running.a.get(`/events/${before.id}`)).status).toBe(200);
    expect((await running.a.post('/events', event())).status).toBe(201);
    expect((await running.a.get('/events')).json['total']).toBe(2);
  });

  it('sends a delivery that it had leased when the server ended as soon as it is back, not when the lease expires', async () => {
    const hook = await startHook([204]);
    const webhook = await running.a.post('/webhooks', { url: hook.url, events: ['event.created'] }, undocumented);
    expect(webhook.status).toBe(201);
    const earlier = failures.length;
    let leased = 0;
    onDelivery = () => {
      if ((leased += 1) > 1) return;
      cluster.stop('immediate');
      throw unavailable('the database cannot be reached', undefined);
    };
    await running.a.post('/events', event());
    await expect
      .poll(() => failures.slice(earlier).some((each) => each.startsWith('deliveries are paused')))
      .toBe(true);
    expect(hook.ids).toEqual([]);
    cluster.start();
    // The clock of the service stands still, so no lease expires.
    await expect.poll(() => hook.ids.length).toBe(1);
    expect(leased).toBe(2);
    await running.b.delete(`/webhooks/${webhook.id}`, undocumented);
  });

  it('keeps every acknowledged write of clients that go on while the server is restarted', async () => {
    const earlier = Number((await running.a.get('/events')).json['total']);
    const ending = new AbortController();
    const acknowledged: string[] = [];
    let unknown = 0;
    const clients = Array.from({ length: 6 }, async () => {
      while (!ending.signal.aborted) {
        const answer = await running.a.post('/events', event(), undocumented);
        expect([201, 503]).toContain(answer.status);
        if (answer.status === 201) acknowledged.push(answer.id);
        else unknown += 1;
      }
    });
    for (const how of ['fast', 'immediate'] as const) {
      const reached = acknowledged.length + 20;
      await expect.poll(() => acknowledged.length >= reached).toBe(true);
      cluster.stop(how);
      cluster.start();
    }
    const reached = acknowledged.length + 20;
    await expect.poll(() => acknowledged.length >= reached).toBe(true);
    ending.abort();
    await Promise.all(clients);
    for (const id of acknowledged) expect((await running.a.get(`/events/${id}`)).status).toBe(200);
    // A change that the server did not confirm may or may not have been made.
    const made = Number((await running.a.get('/events')).json['total']) - earlier;
    expect(made).toBeGreaterThanOrEqual(acknowledged.length);
    expect(made).toBeLessThanOrEqual(acknowledged.length + unknown);
  });

  it('stops although the server hangs, and reports that', async () => {
    const stopping: string[] = [];
    const copy = await startService({ file: cluster.urlOf('live'), onFailure: (message) => stopping.push(message) });
    const read = copy.service.engine.read('everything', () => all('SELECT pg_sleep(10)'));
    const failure = read.then(
      () => undefined,
      (error: unknown) => error,
    );
    const thaw = cluster.freeze();
    try {
      await copy.close();
      expect(await failure).toMatchObject({ status: 503 });
    } finally {
      thaw();
    }
    expect(stopping).toEqual(['the database does not answer: its connections were closed after 2 seconds']);
  });

  it('answers 503 while the server refuses its role, and goes on afterwards', async () => {
    const disconnect = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${ROLE}'`;
    await administer(cluster, `ALTER ROLE ${ROLE} NOLOGIN`, disconnect);
    const refused = [
      await running.a.get('/events', undocumented),
      await running.a.post('/events', event(), undocumented),
    ];
    expect(refused.map(({ status }) => status)).toEqual([503, 503]);
    // Deliveries notice it by themselves, before or after.
    expect(failures).toContain(`the database cannot be reached: role "${ROLE}" is not permitted to log in`);
    await administer(cluster, `ALTER ROLE ${ROLE} LOGIN`);
    expect((await running.a.post('/events', event())).status).toBe(201);
  });

  it('is not ready while the database accepts no changes, and is again when it does', async () => {
    const readiness = async () => (await fetch(`${running.url}/readyz`)).status;
    const disconnect = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${ROLE}'`;
    await administer(cluster, 'ALTER DATABASE live SET default_transaction_read_only = on', disconnect);
    await expect.poll(readiness).toBe(503);
    expect((await running.a.post('/events', event(), undocumented)).status).toBe(503);
    await administer(cluster, 'ALTER DATABASE live RESET default_transaction_read_only');
    await expect.poll(readiness).toBe(200);
    expect((await running.a.post('/events', event())).status).toBe(201);
  });

  it.each([
    ['has no disk space left', '53100', 'the database is out of disk space or another resource'],
    ['waited too long for a lock', '55P03', 'the database took too long'],
  ])('answers 503 at the first attempt if the server %s', async (_, code, detail) => {
    const superuser = new pg.Client({ connectionString: cluster.urlOf('live', SUPERUSER) });
    await superuser.connect();
    try {
      await superuser.query(`SET search_path = gitcast; CREATE SEQUENCE attempted;
        GRANT USAGE ON SEQUENCE attempted TO ${ROLE};
        CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN PERFORM nextval('attempted'); RAISE EXCEPTION 'refused' USING ERRCODE = '${code}'; END $$;
        CREATE TRIGGER refusing BEFORE INSERT ON records EXECUTE FUNCTION refuse()`);
      const { status, headers, json } = await running.a.post('/events', event(), undocumented);
      expect([status, headers.get('retry-after'), json['detail']]).toEqual([503, '2', detail]);
      expect(failures).toContain(`${detail}: refused`);
      const { rows } = await superuser.query('SELECT last_value::int AS attempts FROM attempted');
      expect(rows).toEqual([{ attempts: 1 }]);
    } finally {
      await superuser.query('DROP FUNCTION refuse CASCADE; DROP SEQUENCE attempted');
      await superuser.end();
    }
    expect((await running.a.post('/events', event())).status).toBe(201);
  });
});
