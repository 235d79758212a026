import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import type { Engine } from '../../src/service/store/engine.ts';
import { SqliteEngine } from '../../src/service/store/sqlite/engine.ts';
import { all, get } from '../../src/service/store/work.ts';
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
  const first = await temporaryService({ file });
  await first.a.post('/events', event({ category: 'concert' }));
  await first.a.post('/articles', { title: 'News', status: 'published' });
  await first.service.deliveries.stop();
  const older = new DatabaseSync(file);
  for (const index of ['id', 'update', 'status', 'category', 'start', 'end'])
    older.exec(`DROP INDEX records_by_${index}`);
  for (const column of ['status', 'category', 'starts_at', 'ends_at'])
    older.exec(`ALTER TABLE records DROP COLUMN ${column}`);
  for (const column of ['leased_by', 'request_id', 'traceparent'])
    older.exec(`ALTER TABLE deliveries DROP COLUMN ${column}`);
  older.exec('DROP TABLE recent_changes; PRAGMA user_version = 2');
  older.close();

  const engine = new SqliteEngine(file);
  onTestFinished(() => engine.close());
  const rows = await engine.read('everything', () =>
    all("SELECT kind, status, category, starts_at, ends_at FROM records WHERE kind <> 'broadcast' ORDER BY kind"),
  );
  const { start_time: start, end_time: end } = event() as Record<'start_time' | 'end_time', string>;
  expect(rows).toEqual([
    { kind: 'article', status: 'published', category: null, starts_at: null, ends_at: null },
    { kind: 'event', status: null, category: 'concert', starts_at: Date.parse(start), ends_at: Date.parse(end) },
  ]);
});
