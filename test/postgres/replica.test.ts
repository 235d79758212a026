/** A primary and a streaming replica of it. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { event } from '../contract/bodies.ts';
import { startService, type Running } from '../contract/service.ts';
import { ROLE, hasPostgres, startCluster, startReplica, type Cluster } from './cluster.ts';
import { administer } from './databases.ts';

const totalIn = async ({ a }: Running, staleness?: string): Promise<unknown> => {
  const headers = staleness === undefined ? {} : { 'Cache-Control': staleness };
  return (await a.get('/events', { headers })).json['total'];
};

describe.runIf(hasPostgres)('a service with a read replica', () => {
  let primary: Cluster;
  let replica: Cluster;
  let running: Running;
  const failures: string[] = [];
  const pause = () => administer(replica, 'SELECT pg_wal_replay_pause()');
  const resume = () => administer(replica, 'SELECT pg_wal_replay_resume()');

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
    await vi.waitFor(
      async () => {
        await resume();
        // Once the replica is known to be up to date, it answers until it is an hour behind.
        expect(await totalIn(running, 'no-transform, max-stale = 3600')).toBe(await totalIn(running));
        await pause();
        const before = await totalIn(running, 'max-stale');
        await running.a.post('/events', event());
        expect(await totalIn(running, 'max-stale=3600')).toBe(before);
      },
      { timeout: 30_000 },
    );
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

  it('answers from the primary while it is gone', async () => {
    const now = await totalIn(running);
    replica.stop();
    expect(await totalIn(running, 'max-stale')).toBe(now);
    expect(failures).toHaveLength(1);
    expect(failures[0]).toMatch(/^the replica cannot be used: .*; lists are read from the primary$/);
    replica.start();
  });
});
