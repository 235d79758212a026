import type { DatabaseSync } from 'node:sqlite';
import { UserError } from '../../../diagnostics/errors.ts';
import { FILTERABLE_COLUMNS, filterableValues, type Described } from '../filterable.ts';

/** Applied in order, each once; the file's `user_version` is the number applied. Never change a released one. */
const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE broadcasts (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL,
    plan TEXT NOT NULL CHECK (plan IN ('pro', 'free'))
  ) STRICT;

  CREATE TABLE api_keys (
    id TEXT PRIMARY KEY,
    broadcast_id TEXT NOT NULL REFERENCES broadcasts (id),
    hash TEXT NOT NULL UNIQUE,
    label TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT,
    revoked_at TEXT
  ) STRICT;

  -- One row per record of any kind. The fields are JSON text; values that the service itself uses are columns.
  CREATE TABLE records (
    id TEXT PRIMARY KEY,
    broadcast_id TEXT NOT NULL REFERENCES broadcasts (id),
    kind TEXT NOT NULL,
    fields TEXT NOT NULL,
    place_id TEXT REFERENCES records (id),
    secret TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX records_in_order ON records (broadcast_id, kind, created_at, id);
  CREATE INDEX records_by_place ON records (place_id) WHERE place_id IS NOT NULL;

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

  CREATE TABLE idempotency (
    key_id TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    status INTEGER NOT NULL,
    etag TEXT,
    location TEXT,
    body TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (key_id, idempotency_key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX idempotency_by_age ON idempotency (created_at);

  -- A delivery is written with the change it reports, and kept until it arrives or is abandoned.
  CREATE TABLE deliveries (
    id TEXT PRIMARY KEY,
    broadcast_id TEXT NOT NULL,
    webhook_id TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    type TEXT NOT NULL,
    body TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
    attempts INTEGER NOT NULL DEFAULT 0,
    due_at INTEGER NOT NULL,
    leased_until INTEGER,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX deliveries_due ON deliveries (due_at) WHERE state = 'pending';
  CREATE INDEX deliveries_by_age ON deliveries (created_at);
  CREATE INDEX deliveries_by_subject ON deliveries (subject_id) WHERE state = 'pending';

  CREATE TABLE attempts (
    delivery_id TEXT NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    status INTEGER,
    error TEXT,
    PRIMARY KEY (delivery_id, number)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Facts about the database. Its id distinguishes it from one that replaces it.
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  INSERT INTO meta (name, value) VALUES ('id', lower(hex(randomblob(12))));
  `,
  `
  -- Lists in the order of ids, and an index for each documented filter (filterable.ts).
  CREATE INDEX records_by_id ON records (broadcast_id, kind, id);
  CREATE INDEX records_by_update ON records (broadcast_id, kind, updated_at, id);
  ALTER TABLE records ADD COLUMN status TEXT;
  ALTER TABLE records ADD COLUMN category TEXT;
  ALTER TABLE records ADD COLUMN starts_at INTEGER;
  ALTER TABLE records ADD COLUMN ends_at INTEGER;
  CREATE INDEX records_by_status ON records (broadcast_id, kind, status, created_at, id) WHERE status IS NOT NULL;
  CREATE INDEX records_by_category ON records (broadcast_id, kind, category, created_at, id) WHERE category IS NOT NULL;
  CREATE INDEX records_by_start ON records (broadcast_id, kind, starts_at, ends_at) WHERE starts_at IS NOT NULL;
  CREATE INDEX records_by_end ON records (broadcast_id, kind, ends_at) WHERE ends_at IS NOT NULL;

  -- Which process sends it.
  ALTER TABLE deliveries ADD COLUMN leased_by TEXT;

  -- The request that led to it, and its trace.
  ALTER TABLE deliveries ADD COLUMN request_id TEXT;
  ALTER TABLE deliveries ADD COLUMN traceparent TEXT;

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
  `
  -- What a key allows, and when it was last used.
  ALTER TABLE api_keys ADD COLUMN access TEXT NOT NULL DEFAULT 'write' CHECK (access IN ('write', 'read'));
  ALTER TABLE api_keys ADD COLUMN last_used_at TEXT;
  `,
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
  `
  -- The first of the keys that replaced each other, if it is not this one.
  ALTER TABLE api_keys ADD COLUMN lineage TEXT;
  `,
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
