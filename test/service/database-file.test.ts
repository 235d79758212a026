import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { all, get, type Engine } from '../../src/service/store/work.ts';
import { SqliteEngine } from '../../src/service/store/sqlite/sqlite-engine.ts';
import { usageOf } from '../../src/service/store/quotas.ts';
import { migrate } from '../../src/service/store/sqlite/sqlite-migrations.ts';
import { event } from '../contract/bodies.ts';
import { temporaryService } from '../contract/service.ts';

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gitcast-file-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'service.db');
}

it('a database written by a newer gitcast is refused with a message', () => {
  const file = newFile();
  const database = new DatabaseSync(file);
  database.exec('PRAGMA user_version = 99');
  database.close();
  expect(() => new SqliteEngine(file)).toThrow(/newer gitcast/);
});

it('a file that is not a database is refused with a message', () => {
  expect(() => new SqliteEngine('/dev/null/service.db')).toThrow(
    '/dev/null/service.db cannot be used: a part of the path is not a folder',
  );
});

it('a database is migrated once, and keeps its records when it is opened again', async () => {
  const file = newFile();
  const first = await temporaryService({ file });
  const { id } = await first.a.post('/events', event());
  const versionOf = (engine: Engine) => engine.read('everything', () => get('PRAGMA user_version'));
  const again = new SqliteEngine(file);
  expect(await versionOf(again)).toEqual(await versionOf(first.service.engine));
  expect(await versionOf(again)).not.toEqual({ user_version: 0 });
  expect(await again.read('everything', () => get('SELECT id FROM records WHERE id = ?', id))).toEqual({ id });
  await again.close();
});

it('a file of an earlier version gets the columns of the documented filters', async () => {
  const file = newFile();
  const older = new DatabaseSync(file);
  migrate(older, file, { to: 2 });
  older.exec("INSERT INTO broadcasts VALUES ('b', 'u', 'pro')");
  const insert = older.prepare("INSERT INTO records VALUES (?, 'b', ?, ?, NULL, NULL, '2027-01-01', '2027-01-01')");
  insert.run('1', 'event', JSON.stringify(event({ category: 'concert' })));
  insert.run('2', 'article', JSON.stringify({ title: 'News', status: 'published' }));
  older.close();

  const engine = new SqliteEngine(file);
  onTestFinished(() => engine.close());
  const rows = await engine.read('everything', () =>
    all('SELECT kind, status, category, starts_at, ends_at FROM records ORDER BY kind'),
  );
  const { start_time: start, end_time: end } = event() as Record<'start_time' | 'end_time', string>;
  expect(rows).toEqual([
    { kind: 'article', status: 'published', category: null, starts_at: null, ends_at: null },
    { kind: 'event', status: null, category: 'concert', starts_at: Date.parse(start), ends_at: Date.parse(end) },
  ]);
});

it('a file of an earlier version knows the bytes that count against a quota', async () => {
  const file = newFile();
  const older = new DatabaseSync(file);
  migrate(older, file, { to: 4 });
  older.exec(`INSERT INTO broadcasts VALUES ('b', 'u', 'pro');
    INSERT INTO records (id, broadcast_id, kind, fields, created_at, updated_at) VALUES ('1', 'b', 'place', '{"name":"é"}', '2027', '2027')`);
  older.close();
  const engine = new SqliteEngine(file);
  onTestFinished(() => engine.close());
  const { bytes } = await engine.read('everything', () => usageOf('b', 0));
  expect(bytes).toBe(Buffer.byteLength('{"name":"é"}'));
});
