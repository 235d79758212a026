/**
 * The memory of builds, in one SQLite file that several processes use at the same time. It holds nothing that cannot be
 * made again: a file that is damaged, foreign or of another version is replaced, and a failure of the file is never a
 * failure of the build.
 */
import { lstatSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TextMemory } from '../../markdown/remembering.ts';
import { digest } from '../../values/digest.ts';
import { ifPossible } from '../../values/if-possible.ts';
import { once } from '../../values/once.ts';
import { onceEach } from '../../values/once-each.ts';
import { digestOf } from '../../values/site-file.ts';
import type { BlockStore } from './remembered-block.ts';

export interface CacheFile extends BlockStore {
  /** Small values that are not part of a block. Undefined if the value is damaged. */
  readonly note: (name: string) => Uint8Array | undefined;
  readonly setNote: (name: string, value: Uint8Array | undefined) => void;
  /** The readings of texts by earlier runs of the same program. */
  readonly readings: (program: string) => TextMemory;
  readonly close: () => void;
}

/** `gcst`, so that another program's file is recognised. */
const APPLICATION = 0x67637374;
const VERSION = 1;

const SCHEMA = `
  PRAGMA application_id = ${APPLICATION};
  PRAGMA user_version = ${VERSION};
  CREATE TABLE blocks (name TEXT PRIMARY KEY, scope TEXT NOT NULL, used INTEGER NOT NULL, bytes INTEGER NOT NULL, list BLOB NOT NULL) STRICT;
  CREATE INDEX blocks_by_scope ON blocks (scope, used);
  CREATE TABLE texts (name TEXT PRIMARY KEY, texts BLOB NOT NULL) STRICT;
  CREATE TABLE readings (key TEXT PRIMARY KEY, used INTEGER NOT NULL, digest TEXT NOT NULL, value TEXT NOT NULL) STRICT;
  CREATE TABLE notes (name TEXT PRIMARY KEY, digest TEXT NOT NULL, value BLOB NOT NULL) STRICT;
`;

const TABLES = 4;

/** A block that so many builds did not use is forgotten. */
const MOST_BUILDS = 20;
/** Readings of so many characters are saved together: all of a large site would take hundreds of megabytes. */
const SAVED_TOGETHER = 1_000_000;
/** The use of a reading is noted once in so many builds, because a site has many. */
const SELDOM = 8;
/** The most bytes of all blocks together. Those that were used last are kept. */
const MOST_BYTES = 2_000_000_000;

/** Undefined if there can be none, for example because the disk is read-only. */
export function openCacheFile(file: string): CacheFile | undefined {
  let database = opened(file);
  if (!database) {
    remove(file);
    database = opened(file);
  }
  return database && cacheIn(database, file);
}

function opened(file: string): DatabaseSync | undefined {
  let database: DatabaseSync | undefined;
  try {
    const stats = lstatSync(file, { throwIfNoEntry: false });
    // A link would write to a file that is not gitcast's.
    if (stats && !stats.isFile()) return undefined;
    mkdirSync(dirname(file), { recursive: true });
    database = new DatabaseSync(file, { timeout: 5000 });
    // After a power failure the file may be damaged, which is noticed. Waiting for the disk would take longer than building.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;');
    prepare(database);
    return database;
  } catch {
    ifPossible(() => database?.close());
    return undefined;
  }
}

function prepare(database: DatabaseSync): void {
  const value = (name: string): unknown => database.prepare(`PRAGMA ${name}`).get()?.[name];
  const isEmpty = (): boolean => database.prepare('SELECT count(*) AS n FROM sqlite_schema').get()?.['n'] === 0;
  if (isEmpty()) {
    database.exec('BEGIN IMMEDIATE');
    // Another process may have been faster.
    if (isEmpty()) database.exec(SCHEMA);
    database.exec('COMMIT');
  }
  const tables = database.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE type = 'table'").get()?.['n'];
  if (value('application_id') !== APPLICATION || value('user_version') !== VERSION || tables !== TABLES)
    throw new Error('another format');
}

function remove(file: string): void {
  for (const each of [file, `${file}-wal`, `${file}-shm`]) ifPossible(() => rmSync(each, { force: true }));
}

/** The codes of SQLite for a table that differs, a damaged file, and a file that is no database. */
const DAMAGED = [1, 11, 26];

function cacheIn(database: DatabaseSync, file: string): CacheFile {
  let isDamaged = false;
  const attempt = <T>(otherwise: T, work: () => T): T => {
    if (isDamaged) return otherwise;
    try {
      return work();
    } catch (error) {
      isDamaged = DAMAGED.includes(((error as { errcode?: number }).errcode ?? 0) & 0xff);
      return otherwise;
    }
  };
  const run = onceEach((sql: string) => database.prepare(sql));
  /** Counted up by each build. */
  const roundOf = once(() => 1 + Number(run('SELECT coalesce(max(used), 0) AS latest FROM blocks').get()!['latest']));
  const forget = (name: string): void => {
    run('DELETE FROM blocks WHERE name = ?').run(name);
    run('DELETE FROM texts WHERE name = ?').run(name);
  };
  const transact = (work: () => void): void =>
    attempt(undefined, () => {
      database.exec('BEGIN IMMEDIATE');
      try {
        work();
        database.exec('COMMIT');
      } catch (error) {
        if (database.isTransaction) database.exec('ROLLBACK');
        throw error;
      }
    });
  const unsaved = new Map<string, string>();
  let unsavedLength = 0;
  const isEmpty = attempt(true, () => run('SELECT 1 AS one FROM readings LIMIT 1').get() === undefined);
  const saveReadings = (): void => {
    if (unsaved.size === 0) return;
    transact(() => {
      const save = run('INSERT OR REPLACE INTO readings VALUES (?, ?, ?, ?)');
      for (const [key, value] of unsaved) save.run(key, roundOf(), digest(value), value);
    });
    unsaved.clear();
    unsavedLength = 0;
  };
  const saveReading = (key: string, value: string): void => {
    unsaved.set(key, value);
    unsavedLength += key.length + value.length;
    if (unsavedLength >= SAVED_TOGETHER) saveReadings();
  };
  return {
    lists: (scope) =>
      attempt([], () =>
        run('SELECT name, list FROM blocks WHERE scope = ? ORDER BY used DESC, rowid DESC')
          .all(scope)
          .map(({ name, list }) => ({ name: String(name), list: list as Uint8Array })),
      ),
    texts: (name) =>
      attempt(undefined, () => run('SELECT texts FROM texts WHERE name = ?').get(name)?.['texts'] as Uint8Array),
    add: (scope, blocks) =>
      transact(() => {
        for (const { name, list, texts } of blocks) {
          const bytes = list.length + texts.length;
          run('INSERT OR REPLACE INTO blocks VALUES (?, ?, ?, ?, ?)').run(name, scope, roundOf(), bytes, list);
          run('INSERT OR REPLACE INTO texts VALUES (?, ?)').run(name, texts);
        }
      }),
    drop: (name) => transact(() => forget(name)),
    forgetUnused(used) {
      transact(() => {
        const now = roundOf();
        for (const name of used) run('UPDATE blocks SET used = ? WHERE name = ?').run(now, name);
        run('DELETE FROM readings WHERE used < ?').run(now - MOST_BUILDS);
        let bytes = 0;
        for (const each of run('SELECT name, used, bytes FROM blocks ORDER BY used DESC').all()) {
          bytes += Number(each['bytes']);
          if (Number(each['used']) + MOST_BUILDS < now || bytes > MOST_BYTES) forget(String(each['name']));
        }
      });
    },
    note: (name) =>
      attempt(undefined, () => {
        const { value, digest } = run('SELECT value, digest FROM notes WHERE name = ?').get(name) ?? {};
        return value && digestOf(value as Uint8Array) === digest ? (value as Uint8Array) : undefined;
      }),
    setNote(name, value) {
      transact(() => {
        if (value) run('INSERT OR REPLACE INTO notes VALUES (?, ?, ?)').run(name, digestOf(value), value);
        else run('DELETE FROM notes WHERE name = ?').run(name);
      });
    },
    readings: (program) => ({
      find: (name, text) =>
        // The first build finds nothing, and need not look for each of its texts.
        attempt(undefined, () => {
          if (isEmpty) return undefined;
          const key = digest(`${program}\0${name}\0${text}`);
          const row = run('SELECT used, digest, value FROM readings WHERE key = ?').get(key);
          const value = String(row?.['value']);
          if (!row || digest(value) !== row['digest']) return undefined;
          if (Number(row['used']) + SELDOM < roundOf()) saveReading(key, value);
          return JSON.parse(value) as unknown;
        }),
      keep: (name, text, value) => saveReading(digest(`${program}\0${name}\0${text}`), JSON.stringify(value)),
    }),
    close() {
      saveReadings();
      ifPossible(() => database.close());
      if (isDamaged) remove(file);
    },
  };
}
