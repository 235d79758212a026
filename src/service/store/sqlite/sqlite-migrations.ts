import type { DatabaseSync } from 'node:sqlite';
import { UserError } from '../../../diagnostics/errors.ts';
import { sharedTables, type Dialect } from '../shared-schema.ts';

const DIALECT: Dialect = { key: 'TEXT', time: 'INTEGER', strict: ' STRICT', ordered: ' STRICT, WITHOUT ROWID' };

/** Applied in order, each once; the file's `user_version` is the number applied. Never change a released one. */
const MIGRATIONS: readonly string[] = [
  `
  ${sharedTables(DIALECT)}

  -- Facts about the database. Its id distinguishes it from one that replaces it.
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  INSERT INTO meta (name, value) VALUES ('id', lower(hex(randomblob(12))));

  -- Counting a hundred thousand rows for every page of a list would cost more than the page.
  CREATE TABLE counts (
    broadcast_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    total INTEGER NOT NULL,
    PRIMARY KEY (broadcast_id, kind)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER records_inserted AFTER INSERT ON records BEGIN
    INSERT INTO counts VALUES (new.broadcast_id, new.kind, 1)
      ON CONFLICT (broadcast_id, kind) DO UPDATE SET total = total + 1;
  END;
  CREATE TRIGGER records_deleted AFTER DELETE ON records BEGIN
    UPDATE counts SET total = total - 1 WHERE broadcast_id = old.broadcast_id AND kind = old.kind;
  END;
  `,
];

/** Of several processes that migrate a file, each migration is made by one. */
export function migrate(database: DatabaseSync, file: string): void {
  while (versionOf(database, file) < MIGRATIONS.length) {
    database.exec('BEGIN IMMEDIATE');
    // Another process may have applied it while this one waited for the lock.
    const version = versionOf(database, file);
    const next = MIGRATIONS[version];
    if (next !== undefined) database.exec(`${next}; PRAGMA user_version = ${version + 1}`);
    database.exec('COMMIT');
  }
}

function versionOf(database: DatabaseSync, file: string): number {
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number };
  if (version <= MIGRATIONS.length) return version;
  throw new UserError(
    `${file} was written by a newer gitcast (format ${version}; this version supports up to ${MIGRATIONS.length})`,
    { suggestion: 'update gitcast, then run the command again' },
  );
}
