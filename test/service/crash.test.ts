/** Kills the service without warning, repeatedly: it must keep every write that it acknowledged. */
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import type { Engine } from '../../src/service/store/engine.ts';
import { SqliteEngine } from '../../src/service/store/sqlite/engine.ts';
import { get } from '../../src/service/store/work.ts';
import { KillableService, killRepeatedly } from '../contract/killable-service.ts';
import { Ledger } from '../contract/ledger.ts';
import { temporaryService } from '../contract/service.ts';
import { event } from '../contract/bodies.ts';
import { runs } from '../seed.ts';

const WRITERS = 8;
/** Of each of two services. */
const KILLS = runs({ test: 4, proof: 50 });

/** Mulberry32, so that a failure can be reproduced. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

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
  const lanes = [1, 2].map(async (seed) => {
    const service = startKillable();
    const ledger = new Ledger(service);
    const random = randomFrom(seed);
    await killRepeatedly(service, {
      kills: KILLS,
      untilKill: async () => {
        await ledger.afterWrites(Math.floor(random() * 40));
        await wait(random() * 3);
      },
      whileItRuns: async () => {
        await Promise.all(Array.from({ length: WRITERS }, () => ledger.writeUntilItFails(random)));
      },
      afterKill: () => checkFile(service.file),
      afterRestart: () => ledger.checkRecent(),
    });
    await ledger.checkAll();
    return ledger.acknowledged;
  });
  for (const acknowledged of await Promise.all(lanes)) expect(acknowledged).toBeGreaterThan(KILLS * 8);
}, 600_000);

it('a database written by a newer gitcast is refused with a message', () => {
  const service = startKillable();
  const database = new DatabaseSync(service.file);
  database.exec('PRAGMA user_version = 99');
  database.close();
  expect(() => new SqliteEngine(service.file)).toThrow(/newer gitcast/);
});

it('a file that is not a database is refused with a message', () => {
  expect(() => new SqliteEngine('/dev/null/service.db')).toThrow(
    '/dev/null/service.db cannot be used: a part of the path is not a folder',
  );
});

it('a database is migrated once, and keeps its records when it is opened again', async () => {
  const { file } = startKillable();
  const first = await temporaryService({ file });
  const { id } = await first.a.post('/events', event());
  const versionOf = (engine: Engine) => engine.read('everything', () => get('PRAGMA user_version'));
  const again = new SqliteEngine(file);
  expect(await versionOf(again)).toEqual(await versionOf(first.service.engine));
  expect(await versionOf(again)).not.toEqual({ user_version: 0 });
  expect(await again.read('everything', () => get('SELECT id FROM records WHERE id = ?', id))).toEqual({ id });
  await again.close();
});
