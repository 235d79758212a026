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
