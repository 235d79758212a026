/** Checks a SQLite file, without changing it. */
import { existsSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { reasonOfDatabase } from '../../machine/disk-failure.ts';
import { LATEST, migrate } from '../store/sqlite/sqlite-migrations.ts';
import { checkContents, checkVersion, error, ok, warn, type Ask, type ServiceCheck } from './contents.ts';

const RESTORE = 'restore a backup with gitcast serve restore FILE --database NEW';

export async function checkFile(file: string, now: number): Promise<readonly ServiceCheck[]> {
  if (!existsSync(file)) return [error('database', `there is no file ${file}`, 'create it with gitcast serve')];
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
    return [...checkPlace(file), ...(await checkOpened(database, now))];
  } catch (failure) {
    const reason = reasonOfDatabase(failure) ?? (failure as Error).message;
    return [error('database', `${file} cannot be read: ${reason}`, RESTORE)];
  } finally {
    database?.close();
  }
}

async function checkOpened(database: DatabaseSync, now: number): Promise<readonly ServiceCheck[]> {
  const ask: Ask = async (sql, ...values) => database.prepare(sql).all(...values) as never;
  const value = (sql: string): unknown => Object.values(database.prepare(sql).get()!)[0];
  const version = checkVersion(Number(value('PRAGMA user_version')), LATEST);
  const checks = [checkIntegrity(database), checkJournal(value('PRAGMA journal_mode')), version];
  if (version.level !== 'ok') return checks;
  return [...checks, checkObjects(database), ...(await checkContents(ask, now))];
}

function checkIntegrity(database: DatabaseSync): ServiceCheck {
  const [first] = database.prepare('PRAGMA quick_check(1)').all() as [{ quick_check: string }];
  if (first.quick_check !== 'ok') return error('integrity', `the file is damaged: ${first.quick_check}`, RESTORE);
  const dangling = database.prepare('PRAGMA foreign_key_check').all().length;
  if (dangling > 0) return error('integrity', `${dangling} rows refer to rows that do not exist`, RESTORE);
  return ok('integrity', 'the file is intact');
}

/** Readers and the writer do not wait for each other in this mode. */
const checkJournal = (mode: unknown): ServiceCheck =>
  mode === 'wal'
    ? ok('journal', 'write-ahead log')
    : warn(
        'journal',
        `the mode is ${String(mode)}, not wal: a backup blocks the service`,
        'start gitcast serve, which sets it',
      );

/** Whatever a new database has, and this one does not. */
function checkObjects(database: DatabaseSync): ServiceCheck {
  const fresh = new DatabaseSync(':memory:');
  migrate(fresh, ':memory:');
  const namesIn = (each: DatabaseSync): readonly string[] =>
    (each.prepare('SELECT name FROM sqlite_schema').all() as { name: string }[]).map(({ name }) => name);
  const present = namesIn(database);
  const missing = namesIn(fresh).filter((name) => !present.includes(name));
  fresh.close();
  if (missing.length === 0) return ok('indexes', 'all are there');
  return error(
    'indexes',
    `missing: ${missing.join(', ')}`,
    'run gitcast serve backup FILE, then restore it into a new --database',
  );
}

const LEAST_FREE = 100 * 1024 * 1024;
const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;

function checkPlace(file: string): readonly ServiceCheck[] {
  const { mode, size } = statSync(file);
  const { bavail, bsize } = statfsSync(dirname(file));
  const free = bavail * bsize;
  return [
    (mode & 0o077) === 0 || process.platform === 'win32'
      ? ok('permissions', 'only the owner can read the file')
      : warn('permissions', 'other users can read the file', `run chmod 600 ${file}`),
    free < Math.max(LEAST_FREE, size)
      ? warn(
          'disk',
          `${megabytes(free)} free, the database has ${megabytes(size)}`,
          'free disk space: a backup needs as much',
        )
      : ok('disk', `${megabytes(free)} free, the database has ${megabytes(size)}`),
  ];
}
