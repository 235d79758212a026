import type { DatabaseSync } from 'node:sqlite';
import { refuseOtherVersion, sharedTables, TABLES_VERSION, type Dialect } from '../shared-schema.ts';

const DIALECT: Dialect = { key: 'TEXT', time: 'INTEGER', strict: ' STRICT', ordered: ' STRICT, WITHOUT ROWID' };

const TABLES = `
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
`;

/** The file's `user_version` is the version of its tables. Of several processes that open a new file, one creates them. */
export function createTables(database: DatabaseSync, file: string): void {
  if (versionOf(database) === 0) {
    database.exec('BEGIN IMMEDIATE');
    // Another process may have created them while this one waited for the lock.
    if (versionOf(database) === 0) database.exec(`${TABLES}; PRAGMA user_version = ${TABLES_VERSION}`);
    database.exec('COMMIT');
  }
  refuseOtherVersion(file, versionOf(database));
}

const versionOf = (database: DatabaseSync): number =>
  (database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
