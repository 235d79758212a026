/** Checks a PostgreSQL database, without changing it. */
import pg from 'pg';
import { UserError } from '../../diagnostics/errors.ts';
import { checkContents, checkVersion, count, error, first, ok, warn, type Ask, type ServiceCheck } from './contents.ts';
import { toPostgres } from '../store/postgres/batch.ts';
import { withClient } from '../store/postgres/connections.ts';
import {
  indexNames,
  LATEST,
  ROW_ROLE,
  tableNames,
  UNSECURED,
  versionOf,
} from '../store/postgres/postgres-migrations.ts';
import { COPIES_ALIVE } from '../store/postgres/news-exchange.ts';

export async function checkServer(url: string, now: () => number): Promise<readonly ServiceCheck[]> {
  try {
    return await withClient(url, (client) => checkConnected(client, now));
  } catch (failure) {
    if (!(failure instanceof UserError)) throw failure;
    return [error('server', failure.message, String(failure.suggestion ?? 'check the URL'))];
  }
}

async function checkConnected(client: pg.Client, now: () => number): Promise<readonly ServiceCheck[]> {
  // All queries see one moment, and nothing can be changed.
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = '5min'");
  const ask: Ask = async (sql, ...values) =>
    (await client.query({ text: toPostgres(sql), values: [...values], types: TYPES })).rows as never;
  const about = [await checkEngine(ask), await checkClock(ask, now), await checkDurability(ask), await checkRoom(ask)];
  const newer = checkVersion(await versionOf(client), LATEST);
  // `versionOf` refuses one that cannot be used.
  const version = newer.level === 'error' && newer.fix === 'update gitcast' ? ok('version', newer.message) : newer;
  if (version.level !== 'ok') return [...about, version];
  const incomplete = await findMissingTables(ask);
  if (incomplete) return [...about, version, incomplete];
  await client.query("SELECT set_config('gitcast.broadcast', '*', true)");
  return [
    ...about,
    version,
    await checkRole(ask),
    await checkPolicies(ask),
    await checkIndexes(ask),
    await checkLeases(ask),
    ...(await checkContents(ask, now())),
  ];
}

/** Totals and times are numbers, as those of a file. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format as 'text'),
};

const OLDEST = 13;

async function checkEngine(ask: Ask): Promise<ServiceCheck> {
  const { version, isReplica, isReadOnly } = await first<{ version: string; isReplica: boolean; isReadOnly: boolean }>(
    ask,
    `SELECT current_setting('server_version') AS version, pg_is_in_recovery() AS "isReplica",
      current_setting('default_transaction_read_only')::boolean AS "isReadOnly"`,
  );
  if (isReplica) return error('server', 'it is a replica, which cannot be changed', 'pass the URL of the primary');
  if (isReadOnly)
    return error(
      'server',
      'it refuses changes: default_transaction_read_only is on',
      'find out why, such as a full disk, then set default_transaction_read_only = off',
    );
  if (Number.parseInt(version, 10) >= OLDEST) return ok('server', `PostgreSQL ${version}`);
  return error('server', `PostgreSQL ${version} is too old`, `update the server to version ${OLDEST} or later`);
}

const LARGEST_DIFFERENCE = 2000;

/** The server read its clock at some moment while the answer was awaited. */
async function checkClock(ask: Ask, now: () => number): Promise<ServiceCheck> {
  const before = now();
  const { at } = await first<{ at: number }>(
    ask,
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS at',
  );
  const difference = Math.max(before - at, at - now(), 0);
  if (difference < LARGEST_DIFFERENCE) return ok('clock', 'agrees with that of the server');
  return warn(
    'clock',
    `differs from that of the server by ${(difference / 1000).toFixed(1)} s`,
    'synchronise the clocks of both machines, for example with chrony',
  );
}

async function checkDurability(ask: Ask): Promise<ServiceCheck> {
  const { commit, fsync } = await first<{ commit: string; fsync: string }>(
    ask,
    "SELECT current_setting('synchronous_commit') AS commit, current_setting('fsync') AS fsync",
  );
  if (fsync !== 'on')
    return error('durability', 'fsync is off: a power cut can destroy the database', 'set fsync = on');
  if (commit === 'off')
    return warn(
      'durability',
      'synchronous_commit is off: a crash can lose confirmed changes',
      'set synchronous_commit = on',
    );
  return ok('durability', `synchronous_commit is ${commit}`);
}

/** The number of connections that a copy of the service opens. */
const CONNECTIONS = 15;

async function checkRoom(ask: Ask): Promise<ServiceCheck> {
  const { free, size } = await first<{ free: number; size: string }>(
    ask,
    `SELECT current_setting('max_connections')::int - (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS free,
      pg_size_pretty(pg_database_size(current_database())) AS size`,
  );
  if (free >= CONNECTIONS) return ok('room', `the database has ${size}; ${free} connections are free`);
  const message = `${count(free, 'connection is', 'connections are')} free, and a copy of the service opens up to ${CONNECTIONS}`;
  return warn('room', message, 'raise max_connections, or stop other clients');
}

/** Undefined if all are there: without one, nothing else can be asked. */
async function findMissingTables(ask: Ask): Promise<ServiceCheck | undefined> {
  const rows = await ask<{ name: string }>("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'gitcast'");
  const missing = tableNames().filter((name) => !rows.some((row) => row.name === name));
  if (missing.length === 0) return undefined;
  const fix = 'restore a backup into a new database with gitcast serve restore FILE --database URL';
  return error('tables', `missing: ${missing.join(', ')}`, fix);
}

async function checkIndexes(ask: Ask): Promise<ServiceCheck> {
  const rows = await ask<{ name: string; valid: boolean }>(`
    SELECT relname AS name, indisvalid AND indisready AS valid FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
      WHERE relnamespace = 'gitcast'::regnamespace`);
  const invalid = rows.filter(({ valid }) => !valid).map(({ name }) => name);
  if (invalid.length > 0)
    return error('indexes', `invalid: ${invalid.join(', ')}`, `run REINDEX INDEX CONCURRENTLY gitcast.${invalid[0]}`);
  const missing = indexNames().filter((name) => !rows.some((row) => row.name === name));
  if (missing.length === 0) return ok('indexes', 'all are there, and valid');
  return error(
    'indexes',
    `missing: ${missing.join(', ')}`,
    'run gitcast serve backup FILE, then restore it into a new --database',
  );
}

/** A running copy releases the leases of one that ended. */
async function checkLeases(ask: Ask): Promise<ServiceCheck> {
  const copies = (await ask<{ name: string }>(COPIES_ALIVE)).map(({ name }) => name);
  const running = `${count(copies.length, 'process uses', 'processes use')} the database`;
  const leases = await ask<{ name: string | null; total: number }>(`
    SELECT leased_by AS name, count(*)::int AS total FROM deliveries WHERE state = 'pending' AND leased_until IS NOT NULL
      GROUP BY leased_by`);
  const lost = leases
    .filter(({ name }) => name === null || !copies.includes(name))
    .reduce((sum, { total }) => sum + total, 0);
  if (lost === 0) return ok('leases', `${running}; none is held by a copy that ended`);
  const message = `${count(lost, 'delivery is', 'deliveries are')} held by copies that ended; ${running}`;
  return warn('leases', message, 'start gitcast serve: a running copy releases them within half a minute');
}

/** The role that connects, and whether row-level security keeps the broadcasts apart for it. */
interface Role {
  readonly name: string;
  /** Policies do not apply to it. */
  readonly bypasses: boolean;
  /** There is a role to which they do, and as which gitcast acts. */
  readonly hasRole: boolean;
  /** In this database, too: the first start of gitcast grants that. */
  readonly canActAsIt: boolean;
}

async function roleOf(ask: Ask): Promise<Role> {
  const other = `SELECT FROM pg_roles WHERE rolname = '${ROW_ROLE}' AND NOT rolsuper AND NOT rolbypassrls`;
  return first<Role>(
    ask,
    `SELECT rolname AS name, rolsuper OR rolbypassrls AS bypasses, EXISTS (${other}) AS "hasRole",
      EXISTS (${other} AND pg_has_role(current_user, oid, 'MEMBER') AND has_schema_privilege(oid, 'gitcast', 'USAGE')) AS "canActAsIt"
      FROM pg_roles WHERE rolname = current_user`,
  );
}

async function checkRole(ask: Ask): Promise<ServiceCheck> {
  const { name, bypasses, hasRole } = await roleOf(ask);
  if (!bypasses) return ok('role', `row-level security applies to ${name}`);
  const fix =
    'run gitcast serve backup FILE, then restore it into a database that a role without SUPERUSER and BYPASSRLS owns';
  if (!hasRole) return error('role', `${name} bypasses row-level security`, fix);
  return warn('role', `${name} bypasses row-level security; gitcast acts as ${ROW_ROLE} instead`, fix);
}

async function checkPolicies(ask: Ask): Promise<ServiceCheck> {
  const open = await ask<{ name: string }>(`
    SELECT relname AS name FROM pg_class c WHERE relnamespace = 'gitcast'::regnamespace AND relkind IN ('r', 'p')
      AND relname NOT IN (${UNSECURED.map((name) => `'${name}'`).join(', ')})
      AND NOT (relrowsecurity AND relforcerowsecurity AND EXISTS (SELECT FROM pg_policy WHERE polrelid = c.oid))
      ORDER BY relname`);
  if (open.length === 0) return tryPolicies(ask);
  const names = open.map(({ name }) => name);
  const fix = `run ALTER TABLE gitcast.${names[0]} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY, and check its policy own_broadcast`;
  return error('policies', `row-level security is not in force on ${names.join(', ')}`, fix);
}

/** Looks as gitcast does, for a broadcast that does not exist. Another policy may show more than that of gitcast. */
async function tryPolicies(ask: Ask): Promise<ServiceCheck> {
  const { bypasses, canActAsIt } = await roleOf(ask);
  const inForce = ok('policies', 'row-level security is in force on every table');
  if (bypasses && !canActAsIt) return inForce; // There is nobody to look as. The check of the role reports that this one is wrong.
  const seen: string[] = [];
  await ask("SELECT set_config('gitcast.broadcast', 'none', true)");
  if (bypasses) await ask(`SET LOCAL ROLE ${ROW_ROLE}`);
  for (const name of tableNames().filter((each) => !UNSECURED.includes(each)))
    if ((await ask(`SELECT FROM ${name} LIMIT 1`)).length > 0) seen.push(name);
  if (bypasses) await ask('RESET ROLE');
  await ask("SELECT set_config('gitcast.broadcast', '*', true)");
  if (seen.length === 0) return inForce;
  const fix = `drop every policy of gitcast.${seen[0]} but own_broadcast; if it is that one, restore a backup into a new database`;
  return error('policies', `rows of every broadcast are visible to all in ${seen.join(', ')}`, fix);
}
