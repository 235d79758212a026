import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openProject, type ProjectEvent, type Serving } from '../../src/project/index.ts';
import { ROLE, type Cluster } from './cluster.ts';
import { startLiveCluster } from './databases.ts';
import { needsPostgres } from '../needs.ts';

describe.runIf(needsPostgres())('service, started with its database', () => {
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await startLiveCluster();
  });
  afterAll(() => cluster.remove());

  /** `first`: resolves with the first notice. */
  function serving(database: string) {
    const notices: string[] = [];
    const { promise: first, resolve } = Promise.withResolvers<string>();
    const onEvent = (event: ProjectEvent): void => {
      if (event.type !== 'service-notice') return;
      notices.push(event.message);
      resolve(event.message);
    };
    const started = openProject({ folder: tmpdir(), env: {}, onEvent }).service({ database, port: 0 });
    return { started, first, notices };
  }

  const isReady = async ({ card, close }: Serving): Promise<boolean> => {
    onTestFinished(close);
    return (await fetch(`${card.url}/readyz`)).ok;
  };

  it('waits for a server that is started later', async () => {
    cluster.stop();
    const { started, first, notices } = serving(cluster.urlOf('live'));
    expect(await first).toMatch(/^waiting up to 60 seconds for postgres:\/\/gitcast@.+\/live: connect ENOENT/);
    cluster.start();
    expect(await isReady(await started)).toBe(true);
    expect(notices).toHaveLength(1);
  });

  it('waits while the server says that it accepts no connections yet', async () => {
    const data = join(cluster.folder, 'data');
    const [signal, settings] = [join(data, 'standby.signal'), join(data, 'postgresql.auto.conf')];
    cluster.stop('fast');
    // A standby that shows nothing refuses connections as a server does that is starting.
    writeFileSync(signal, '', { mode: 0o644 });
    appendFileSync(settings, "hot_standby = 'off'\n");
    cluster.start();
    const { started, first } = serving(cluster.urlOf('live'));
    expect(await first).toContain('the database system is');
    rmSync(signal);
    await cluster.restart('fast');
    expect(await isReady(await started)).toBe(true);
  });

  it.each([
    ['a database that does not exist', 'nothing', ROLE, 'database "nothing" does not exist'],
    ['a user that may not connect', 'live', 'stranger', 'role "stranger" does not exist'],
  ])('fails at once for %s', async (_, database, role, reason) => {
    const { started, notices } = serving(cluster.urlOf(database, role));
    const late = wait(20_000).then(() => 'it waits');
    const failed = await Promise.race([started.catch((error: Error) => error.message), late]);
    expect(failed).toContain(`cannot be used: ${reason}`);
    expect(notices).toEqual([]);
  });
});
