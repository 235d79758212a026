import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { get, type Engine } from '../../src/service/store/work.ts';
import { SqliteEngine } from '../../src/service/store/sqlite/sqlite-engine.ts';
import { event } from '../contract/bodies.ts';
import { temporaryService } from '../contract/service.ts';
import { temporaryFolder } from '../temporary-folder.ts';

function newFile(): string {
  const folder = temporaryFolder();
  return join(folder, 'service.db');
}

it('a database with tables of another version is refused with a message', () => {
  const file = newFile();
  const database = new DatabaseSync(file);
  database.exec('PRAGMA user_version = 99');
  database.close();
  expect(() => new SqliteEngine(file)).toThrow(
    `${file} has tables of another gitcast (version 99; this one uses version 1)`,
  );
});

it('a file that is not a database is refused with a message', () => {
  expect(() => new SqliteEngine('/dev/null/service.db')).toThrow(
    '/dev/null/service.db cannot be used: a part of the path is not a folder',
  );
});

it('the tables of a database are created once, and it keeps its records when it is opened again', async () => {
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
