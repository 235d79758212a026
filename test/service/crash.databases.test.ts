/** Kills the service without warning, repeatedly: it must keep every write that it acknowledged. */
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { onPostgres } from '../contract/database.ts';
import { KillableService, killRepeatedly } from '../contract/killable-service.ts';
import { Ledger } from '../contract/ledger.ts';
import { randomFrom } from '../contract/random.ts';
import { record } from '../proof/figures.ts';
import { runs } from '../seed.ts';
import { event } from '../contract/bodies.ts';
import { startHook } from '../webhooks/support/hook.ts';

const WRITERS = 8;
const KILLS = runs({ test: onPostgres ? 2 : 8, proof: 100 });

function startKillable(): KillableService {
  const service = new KillableService();
  onTestFinished(() => service.dispose());
  return service;
}

function checkFile(file: string): void {
  const database = new DatabaseSync(file);
  try {
    expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    expect(database.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
    const counted = database.prepare("SELECT count(*) AS total FROM records WHERE kind = 'event'").get() as {
      total: number;
    };
    const kept = database.prepare("SELECT coalesce(sum(total), 0) AS total FROM counts WHERE kind = 'event'").get();
    expect(kept).toEqual(counted);
  } finally {
    database.close();
  }
}

it('every acknowledged write survives kills during writes, and the files are intact', async () => {
  const service = startKillable();
  const ledger = new Ledger(service);
  const random = randomFrom(1);
  await killRepeatedly(service, {
    kills: KILLS,
    untilKill: async () => {
      await ledger.afterWrites(Math.floor(random() * 40));
      await wait(random() * 3);
    },
    whileItRuns: async () => {
      await Promise.all(Array.from({ length: WRITERS }, () => ledger.writeUntilItFails(random)));
    },
    afterKill: () => {
      if (!onPostgres) checkFile(service.file);
    },
    afterRestart: () => ledger.checkRecent(),
  });
  await ledger.checkAll();
  expect(ledger.acknowledged).toBeGreaterThan(KILLS * 8);
  record({
    what: `kills of the service during writes, on ${onPostgres ? 'PostgreSQL' : 'SQLite'}`,
    tried: KILLS,
    failed: 0,
    note: `${ledger.acknowledged} acknowledged writes, 0 lost`,
  });
}, 600_000);

const KILLS_OF_DELIVERIES = runs({ test: 3, proof: 30 });
const SECRET = 'whsec_c2VjcmV0';

it('every committed delivery arrives at least once, however often the service is killed', async () => {
  const receiver = await startHook([204]);
  const delivered = (): ReadonlySet<string> =>
    new Set(receiver.heard.map(({ body }) => (JSON.parse(body) as { data: { id: string } }).data.id));
  const service = new KillableService();
  onTestFinished(() => service.dispose());

  const send = async (path: string, body: object): Promise<string> => {
    const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
    const response = await fetch(`${service.url}/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(response.status).toBe(201);
    return ((await response.json()) as { id: string }).id;
  };
  const acknowledged: string[] = [];
  let followed = false;
  await killRepeatedly(service, {
    kills: KILLS_OF_DELIVERIES,
    whileItRuns: async () => {
      try {
        if (!followed) await send('webhooks', { url: `${receiver.url}/`, events: ['event.created'], secret: SECRET });
        followed = true;
        for (;;) acknowledged.push(await send('events', event()));
      } catch (error) {
        // The kill closed the connection; any other error is a failure.
        if (!(error instanceof TypeError)) throw error;
      }
    },
    untilKill: async () => {
      const enough = acknowledged.length + 5;
      while (acknowledged.length < enough) await wait(2);
    },
    afterKill: () => {},
    afterRestart: async () => {},
  });
  const missing = (): readonly string[] => {
    const arrived = delivered();
    return acknowledged.filter((id) => !arrived.has(id));
  };
  await expect.poll(missing, { timeout: 120_000 }).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(KILLS_OF_DELIVERIES);
  record({
    what: `kills of the service with deliveries waiting, on ${onPostgres ? 'PostgreSQL' : 'SQLite'}`,
    tried: KILLS_OF_DELIVERIES,
    failed: 0,
    note: `${acknowledged.length} changes, each delivered at least once`,
  });
}, 600_000);
