import type { DatabaseSync } from 'node:sqlite';
import { UserError } from '../../../diagnostics/errors.ts';
import { FILTERABLE_COLUMNS, filterableValues, type Described } from '../filterable.ts';
import { filtersAndOrigins, firstTables, keyAccess, keyLineage, type Dialect } from '../shared-schema.ts';

const DIALECT: Dialect = { key: 'TEXT', time: 'INTEGER', strict: ' STRICT', ordered: ' STRICT, WITHOUT ROWID' };

/** Applied in order, each once; the file's `user_version` is the number applied. Never change a released one. */
const MIGRATIONS: readonly string[] = [
  `
  ${firstTables(DIALECT)}

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
  `
  -- Facts about the database. Its id distinguishes it from one that replaces it.
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  INSERT INTO meta (name, value) VALUES ('id', lower(hex(randomblob(12))));
  `,
  `
  ${filtersAndOrigins(DIALECT)}

  -- What changes replaced, for lists that lag behind.
  CREATE TABLE recent_changes (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    broadcast_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    record_id TEXT NOT NULL,
    before TEXT,
    at INTEGER NOT NULL
  ) STRICT;
  `,
  keyAccess(DIALECT),
  `
  -- Limits of a broadcast as JSON, and the bytes that count against them.
  ALTER TABLE broadcasts ADD COLUMN quota TEXT;
  CREATE INDEX deliveries_by_broadcast ON deliveries (broadcast_id, created_at);
  ALTER TABLE counts ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
  UPDATE counts SET bytes = (SELECT coalesce(sum(octet_length(fields)), 0) FROM records
    WHERE records.broadcast_id = counts.broadcast_id AND records.kind = counts.kind);
  DROP TRIGGER records_inserted;
  DROP TRIGGER records_deleted;
  CREATE TRIGGER records_inserted AFTER INSERT ON records BEGIN
    INSERT INTO counts VALUES (new.broadcast_id, new.kind, 1, octet_length(new.fields))
      ON CONFLICT (broadcast_id, kind) DO UPDATE SET total = total + 1, bytes = bytes + excluded.bytes;
  END;
  CREATE TRIGGER records_deleted AFTER DELETE ON records BEGIN
    UPDATE counts SET total = total - 1, bytes = bytes - octet_length(old.fields)
      WHERE broadcast_id = old.broadcast_id AND kind = old.kind;
  END;
  CREATE TRIGGER records_resized AFTER UPDATE OF fields ON records
    WHEN octet_length(new.fields) <> octet_length(old.fields) BEGIN
    UPDATE counts SET bytes = bytes + octet_length(new.fields) - octet_length(old.fields)
      WHERE broadcast_id = old.broadcast_id AND kind = old.kind;
  END;
  `,
  keyLineage(DIALECT),
];

export const LATEST = MIGRATIONS.length;

/** The version that needs more than SQL. */
const FILTERABLE = 3;

/** Returns the number of migrations that were applied. `to`: an older version, to see what its files become. */
export function migrate(database: DatabaseSync, file: string, { to = LATEST } = {}): number {
  let applied = 0;
  while ((neededFrom(database, file) ?? to) < to) applied += applyNext(database, file);
  return applied;
}

/** The version of the file, if it is not the newest. */
export function neededFrom(database: DatabaseSync, file: string): number | undefined {
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number };
  if (version <= LATEST) return version === LATEST ? undefined : version;
  throw new UserError(
    `${file} was written by a newer gitcast (format ${version}; this version supports up to ${LATEST})`,
    { suggestion: 'update gitcast, then run the command again' },
  );
}

/** Another process may have applied it while this one waited for the lock. */
function applyNext(database: DatabaseSync, file: string): number {
  database.exec('BEGIN IMMEDIATE');
  const version = neededFrom(database, file);
  if (version !== undefined) {
    database.exec(MIGRATIONS[version]!);
    if (version + 1 === FILTERABLE) fillFilterable(database);
    database.exec(`PRAGMA user_version = ${version + 1}`);
  }
  database.exec('COMMIT');
  return version === undefined ? 0 : 1;
}

function fillFilterable(database: DatabaseSync): void {
  const page = database.prepare('SELECT id, kind, fields FROM records WHERE id > ? ORDER BY id LIMIT 500');
  const update = database.prepare(
    `UPDATE records SET ${FILTERABLE_COLUMNS.map((column) => `${column} = ?`).join(', ')} WHERE id = ?`,
  );
  for (let after = ''; ;) {
    const rows = page.all(after) as unknown as readonly (Described & { readonly id: string })[];
    for (const row of rows) update.run(...filterableValues(row), row.id);
    if (rows.length === 0) return;
    after = rows.at(-1)!.id;
  }
}
