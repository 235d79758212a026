/** A primary and a streaming replica of it. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { event } from '../contract/bodies.ts';
import { startService, type Running } from '../contract/service.ts';
import { ROLE, SUPERUSER, startCluster, startReplica, type Cluster } from './cluster.ts';
import { administer } from './databases.ts';
import { needsPostgres } from '../needs.ts';

const totalIn = async ({ a }: Running, staleness?: string): Promise<unknown> => {
  const headers = staleness === undefined ? {} : { 'Cache-Control': staleness };
  return (await a.get('/events', { headers })).json['total'];
};

describe.runIf(needsPostgres())('a service with a read replica', () => {
  let primary: Cluster;
  let replica: Cluster;
  let running: Running;
  const failures: string[] = [];
  const pause = () => administer(replica, 'SELECT pg_wal_replay_pause()');
  const resume = () => administer(replica, 'SELECT pg_wal_replay_resume()');

  /** Leaves the replica paused. Once it is known to be up to date, it answers until it is an hour behind. */
  const untilUsedBy = (service: Running) =>
    vi.waitFor(
      async () => {
        await resume();
        expect(await totalIn(service, 'no-transform, max-stale = 3600')).toBe(await totalIn(service));
        await pause();
        const before = await totalIn(service, 'max-stale');
        await service.a.post('/events', event());
        expect(await totalIn(service, 'max-stale=3600')).toBe(before);
      },
      { timeout: 30_000 },
    );

  beforeAll(async () => {
    primary = startCluster();
    await administer(primary, `CREATE ROLE ${ROLE} LOGIN`, `CREATE DATABASE live OWNER ${ROLE}`);
    replica = startReplica(primary);
    const onFailure = (message: string) => failures.push(message);
    running = await startService({ file: primary.urlOf('live'), replica: replica.urlOf('live'), onFailure });
    await running.a.post('/events', event());
    await vi.waitFor(async () => expect(await totalIn(running, 'max-stale=3600')).toBe(1), { timeout: 30_000 });
  });

  afterAll(async () => {
    await running.close();
    replica.remove();
    primary.remove();
  });

  it('reads lists from it if the caller accepts old ones, and all others from the primary', async () => {
    await untilUsedBy(running);
    const old = await totalIn(running, 'max-stale');
    expect(await totalIn(running)).toBeGreaterThan(old as number);
    expect(await totalIn(running, 'max-age=60')).toBeGreaterThan(old as number);
    expect(await totalIn(running, 'max-stale=0')).toBeGreaterThan(old as number);
  });

  it('does not use it while it is further behind than the caller accepts', async () => {
    await pause();
    await running.a.post('/events', event());
    const now = await totalIn(running);
    await vi.waitFor(async () => expect(await totalIn(running, 'max-stale=1')).toBe(now), { timeout: 30_000 });
    await resume();
    await vi.waitFor(async () => expect(await totalIn(running, 'max-stale=3600')).toBe(now), { timeout: 30_000 });
  });

  it('does not use one that is no replica of its database', async () => {
    await administer(primary, `CREATE DATABASE other OWNER ${ROLE}`);
    for (const replica of [primary.urlOf('live'), primary.urlOf('other')]) {
      const wrong = await startService({ file: primary.urlOf('other'), replica });
      onTestFinished(() => wrong.close());
      await wrong.a.post('/events', event());
      expect(await totalIn(wrong, 'max-stale')).toBe(1);
    }
  });

  it('answers from the primary if it hangs', async () => {
    const reported: string[] = [];
    const onFailure = (message: string) => reported.push(message);
    const other = await startService({ file: primary.urlOf('live'), replica: replica.urlOf('live'), onFailure });
    onTestFinished(() => other.close());
    const [writer, reader] = await Promise.all(
      [primary, replica].map(async (cluster) => {
        const client = new pg.Client({ connectionString: cluster.urlOf('live', SUPERUSER) });
        onTestFinished(() => client.end());
        await client.connect();
        return client;
      }),
    );
    await untilUsedBy(other);
    await resume();
    const now = await totalIn(other);
    // The lock is replayed. Its end is not, because the replay is paused.
    await writer!.query('BEGIN; LOCK TABLE gitcast.records, gitcast.counts IN ACCESS EXCLUSIVE MODE');
    await administer(primary, 'SELECT pg_switch_wal()');
    const held = "SELECT FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND locktype = 'relation' AND granted";
    await vi.waitFor(async () => expect((await reader!.query(held)).rowCount).toBeGreaterThan(1), { timeout: 30_000 });
    await pause();
    onTestFinished(resume);
    await writer!.query('ROLLBACK');
    expect(await totalIn(other, 'max-stale=3600')).toBe(now);
    expect(reported).toEqual([
      'the replica cannot be used: it did not answer within 5 s; lists are read from the primary',
    ]);
  });

  it('answers from the primary while it is gone', async () => {
    // On a busy machine it may have been slow before, which is reported too.
    await untilUsedBy(running);
    const now = await totalIn(running);
    const before = failures.length;
    replica.stop();
    expect(await totalIn(running, 'max-stale')).toBe(now);
    expect(failures).toHaveLength(before + 1);
    expect(failures.at(-1)).toMatch(/^the replica cannot be used: .*; lists are read from the primary$/);
    replica.start();
  });
});
