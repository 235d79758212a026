/** A primary that dies, and its replica that takes over. Copies find it at the same address, as by a virtual one. */
import { renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { event } from '../contract/bodies.ts';
import { startService, type Running } from '../contract/service.ts';
import { record } from '../proof/figures.ts';
import { ROLE, startReplica, SUPERUSER, type Cluster } from './cluster.ts';
import { administer, startLiveCluster, withClient } from './databases.ts';
import { needsPostgres } from '../needs.ts';
import { temporaryFolder } from '../temporary-folder.ts';

interface Pair {
  readonly running: Running;
  readonly primary: Cluster;
  /** The primary is gone at once, and the replica becomes the new one. */
  readonly failOver: () => Promise<void>;
}

async function startPair({ isSynchronous }: { isSynchronous: boolean }): Promise<Pair> {
  const primary = await startLiveCluster({ isDurable: true });
  onTestFinished(() => primary.remove());
  const replica = startReplica(primary);
  onTestFinished(() => replica.remove());
  if (isSynchronous)
    await administer(primary, "ALTER SYSTEM SET synchronous_standby_names = '*'", 'SELECT pg_reload_conf()');
  const folder = temporaryFolder();
  const address = join(folder, 'address');
  symlinkSync(primary.folder, address);
  const running = await startService({ file: `postgres://${ROLE}@/live?host=${encodeURIComponent(address)}` });
  onTestFinished(() => running.close());
  const failOver = async (): Promise<void> => {
    primary.stop('immediate');
    await administer(replica, 'SELECT pg_promote()');
    symlinkSync(replica.folder, join(folder, 'new'));
    renameSync(join(folder, 'new'), address);
  };
  return { running, primary, failOver };
}

/** The process that sends the log to the replica, once that has everything. Stopped, it is a network that stands still. */
async function senderOf(primary: Cluster): Promise<number> {
  const caughtUp = 'SELECT pid FROM pg_stat_replication WHERE flush_lsn >= pg_current_wal_flush_lsn()';
  return (await untilFound(primary, caughtUp, 1))[0]!.pid;
}

/** For the replica, or for one that waits for it: two connections whose process ids are 16 apart count in the same row. */
const WAITING = `SELECT pid, wait_event = 'SyncRep' AS "isCommitting" FROM pg_stat_activity
  WHERE wait_event = 'SyncRep' OR wait_event_type = 'Lock'`;

interface Found {
  readonly pid: number;
  readonly isCommitting?: boolean;
}

async function untilFound(cluster: Cluster, sql: string, count: number): Promise<readonly Found[]> {
  return withClient(cluster.urlOf('postgres', SUPERUSER), async (client) => {
    for (;;) {
      const { rows } = await client.query<Found>(sql);
      if (rows.length >= count) return rows;
      await wait(10);
    }
  });
}

/** However slow the machine is. */
const PATIENCE_MS = 600_000;

const undocumented = { undocumented: true };

const isThere = async ({ a }: Running, id: string): Promise<boolean> =>
  (await a.get(`/events/${id}`, undocumented)).status === 200;

async function missing(running: Running, ids: readonly string[]): Promise<readonly string[]> {
  const there = await Promise.all(ids.map((id) => isThere(running, id)));
  return ids.filter((_, index) => !there[index]);
}

describe.runIf(needsPostgres())('a fail-over to a replica', () => {
  it(
    'loses no acknowledged write of clients that go on meanwhile, if the replica is synchronous',
    async () => {
      const { running, failOver } = await startPair({ isSynchronous: true });
      const acknowledged: string[] = [];
      const ending = new AbortController();
      const clients = Array.from({ length: 6 }, async () => {
        while (!ending.signal.aborted) {
          const answer = await running.a.post('/events', event(), undocumented);
          expect([201, 503]).toContain(answer.status);
          if (answer.status === 201) acknowledged.push(answer.id);
          else await wait(20);
        }
      });
      const untilMore = (): Promise<void> => {
        const reached = acknowledged.length + 20;
        return expect.poll(() => acknowledged.length, { timeout: PATIENCE_MS }).toBeGreaterThanOrEqual(reached);
      };
      await untilMore();
      await failOver();
      await untilMore();
      ending.abort();
      await Promise.all(clients);
      expect(await missing(running, acknowledged)).toEqual([]);
      record({
        what: 'writes acknowledged before and after a fail-over to a synchronous replica',
        tried: acknowledged.length,
        failed: 0,
      });
    },
    PATIENCE_MS,
  );

  it(
    'acknowledges nothing that a synchronous replica did not get, and loses what an asynchronous one did not get',
    async () => {
      const lost: Record<string, number> = {};
      for (const isSynchronous of [true, false]) {
        const { running, primary, failOver } = await startPair({ isSynchronous });
        const before = await running.a.post('/events', event());
        const sender = await senderOf(primary);
        process.kill(sender, 'SIGSTOP');
        const answers = [1, 2, 3].map(() => running.a.post('/events', event(), undocumented));
        const waiting = isSynchronous ? await untilFound(primary, WAITING, answers.length) : [];
        const committing = waiting.filter(({ isCommitting }) => isCommitting).length;
        expect(committing > 0).toBe(isSynchronous);
        if (!isSynchronous) await Promise.all(answers);
        process.kill(sender, 'SIGKILL');
        await failOver();
        const answered = await Promise.all(answers);
        const acknowledged = answered.filter(({ status }) => status === 201).map(({ id }) => id);
        const name = isSynchronous ? 'synchronous' : 'asynchronous';
        // What had not come as far as its commit is made again, by the new primary.
        expect([name, acknowledged.length]).toEqual([name, 3 - committing]);
        expect(answered.filter(({ status }) => status === 503)).toHaveLength(committing);
        expect(await missing(running, [before.id])).toEqual([]);
        lost[name] = (await missing(running, acknowledged)).length;
      }
      expect(lost).toEqual({ synchronous: 0, asynchronous: 3 });
      record({
        what: 'writes that a replica did not get before the primary died',
        tried: 6,
        failed: 0,
        note: 'synchronous: none acknowledged and lost; asynchronous: 3 of 3 acknowledged and lost, as documented',
      });
    },
    PATIENCE_MS,
  );
});
