import type { ClientBase } from 'pg';
import { UserError } from '../../../diagnostics/errors.ts';
import { refuseOtherVersion, sharedTables, TABLES_VERSION, type Dialect } from '../shared-schema.ts';

/** Compares like the other engine: byte by byte. */
const TEXT = 'TEXT COLLATE "C"';
const DIALECT: Dialect = { key: TEXT, time: 'BIGINT', strict: '', ordered: '' };

/**
 * The rows that a connection may see: those of the broadcast that it names, or all of them for `*`. A connection that
 * names none sees nothing, so neither a forgotten condition nor a forgotten scope shows the rows of another broadcast.
 */
const OWN = "(SELECT current_setting('gitcast.broadcast', true))"; // In a SELECT, it is evaluated once for a query.
const ALL = `${OWN} = '*'`;

const secured = (table: string, isOwn: string): string => `
  ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
  CREATE POLICY own_broadcast ON ${table} USING (${ALL} OR ${isOwn});
`;

const TABLES = `
  CREATE SCHEMA IF NOT EXISTS gitcast;
  CREATE TABLE meta (name ${TEXT} PRIMARY KEY, value TEXT NOT NULL);
  INSERT INTO meta (name, value) VALUES
    ('id', left(replace(gen_random_uuid()::text, '-', ''), 24)),
    ('version', '${TABLES_VERSION}');

  ${sharedTables(DIALECT)}

  -- Several slots for each number: one row would make all who create records of a kind wait for each other's commit.
  CREATE TABLE counts (
    broadcast_id ${TEXT} NOT NULL,
    kind ${TEXT} NOT NULL,
    slot INTEGER NOT NULL,
    total BIGINT NOT NULL,
    PRIMARY KEY (broadcast_id, kind, slot)
  ) WITH (fillfactor = 50);
  -- For each statement: in one transaction, changing a row a thousand times means skipping a thousand versions of it.
  CREATE FUNCTION count_records() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO counts (broadcast_id, kind, slot, total)
      SELECT broadcast_id, kind, pg_backend_pid() % 16, count(*) * CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END
      FROM changed GROUP BY broadcast_id, kind ORDER BY broadcast_id, kind
      ON CONFLICT (broadcast_id, kind, slot) DO UPDATE SET total = counts.total + excluded.total;
    RETURN NULL;
  END $$;
  CREATE TRIGGER records_inserted AFTER INSERT ON records
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records();
  CREATE TRIGGER records_deleted AFTER DELETE ON records
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records();

  -- Shared by all copies of the service. After a crash of the database, every key has its whole limit again.
  CREATE UNLOGGED TABLE rate_limits (
    key_id ${TEXT} PRIMARY KEY,
    tokens DOUBLE PRECISION NOT NULL,
    updated BIGINT NOT NULL,
    granted INTEGER NOT NULL
  ) WITH (fillfactor = 50);

  ${secured('broadcasts', `id = ${OWN}`)}
  ${secured('api_keys', `broadcast_id = ${OWN}`)}
  ${secured('records', `broadcast_id = ${OWN}`)}
  ${secured('counts', `broadcast_id = ${OWN}`)}
  ${secured('deliveries', `broadcast_id = ${OWN}`)}
  ${secured('idempotency', 'EXISTS (SELECT FROM api_keys WHERE api_keys.id = key_id)')}
  ${secured('rate_limits', 'EXISTS (SELECT FROM api_keys WHERE api_keys.id = key_id)')}
`;

/** Any number that no other program in the same database uses. */
const LOCK = 4_718_263_905;

/** Copies that start at the same time wait for the one that creates the tables. */
export async function createTables(client: ClientBase): Promise<void> {
  const created = await versionOf(client);
  const version = created ?? (await oneAtATime(client, () => createOnce(client)));
  refuseOtherVersion('the database', version);
}

/** Another copy may have created them while this one waited for the lock. */
async function createOnce(client: ClientBase): Promise<number> {
  const created = await versionOf(client);
  if (created === undefined) await client.query(TABLES);
  return created ?? TABLES_VERSION;
}

/** In a transaction, while no other copy prepares the same database. */
async function oneAtATime<T>(client: ClientBase, act: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    const result = await act();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** Undefined if there are no tables; 0 for tables without a version. */
async function versionOf(client: ClientBase): Promise<number | undefined> {
  // `to_regclass` may remember that there was no such table before the wait for the lock.
  const { rowCount } = await client.query(
    "SELECT 1 FROM pg_tables WHERE schemaname = 'gitcast' AND tablename = 'meta'",
  );
  if (rowCount === 0) return undefined;
  const { rows } = await client.query<{ value: string }>("SELECT value FROM gitcast.meta WHERE name = 'version'");
  return Number(rows[0]?.value ?? 0);
}

/**
 * Policies do not apply to superusers and to roles with BYPASSRLS. A connection of such a role acts as a role of its own,
 * to which they do.
 */
const ROW_ROLE = 'gitcast_rows';

/** Returns the role to act as, or undefined if the policies apply to the one that connects. */
export async function prepareRowRole(client: ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ bypasses: boolean; name: string }>(
    'SELECT rolsuper OR rolbypassrls AS bypasses, rolname AS name FROM pg_roles WHERE rolname = current_user',
  );
  const { bypasses, name } = rows[0]!;
  if (!bypasses) return undefined;
  try {
    await oneAtATime(client, () =>
      client.query(`
      DO $$ BEGIN CREATE ROLE ${ROW_ROLE} NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
      DO $$ BEGIN EXECUTE format('GRANT ${ROW_ROLE} TO %I', current_user); END $$;
      GRANT USAGE ON SCHEMA gitcast TO ${ROW_ROLE};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA gitcast TO ${ROW_ROLE};
    `),
    );
    return ROW_ROLE;
  } catch (error) {
    throw new UserError(`the role ${name} bypasses row-level security, and cannot create a role that does not`, {
      suggestion: 'connect as a role without BYPASSRLS that owns the database',
      cause: error,
    });
  }
}
