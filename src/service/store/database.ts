/** Opens a database, of either kind, and migrates its tables. */
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { loadWith } from '../optional-package.ts';
import { get, type Engine, type Work } from './work.ts';
import type { PostgresOptions } from './postgres/postgres-engine.ts';
import { SqliteEngine } from './sqlite/sqlite-engine.ts';
import { unusableDatabase } from './sqlite/sqlite-failures.ts';
import * as sqlite from './sqlite/sqlite-migrations.ts';
import { makePrivate } from './sqlite/private-file.ts';

/** True for the URL of a PostgreSQL database. Anything else is a file. */
export const isServer = (database: string): boolean => /^postgres(?:ql)?:\/\//i.test(database);

/** `database`: the path of a SQLite file, or the URL of a PostgreSQL database. */
export async function openEngine(database: string, options: PostgresOptions): Promise<Engine> {
  if (!isServer(database)) return new SqliteEngine(database);
  const { PostgresEngine } = await loadWith('pg', () => import('./postgres/postgres-engine.ts'));
  return PostgresEngine.open(database, options);
}

/** The versions of the tables before and after a migration. */
export interface SchemaVersions {
  /** 0 for a database without tables. */
  readonly from: number;
  /** The version of this program. A newer one that it can use is larger, and stays. */
  readonly to: number;
}

export async function schemaVersions(database: string): Promise<SchemaVersions> {
  if (isServer(database)) {
    const { withClient, versionOf, LATEST } = await onServer();
    return { from: await withClient(database, versionOf), to: LATEST };
  }
  if (!existsSync(database)) return { from: 0, to: sqlite.LATEST };
  return onFile(database, (opened) => ({
    from: sqlite.neededFrom(opened, database) ?? sqlite.LATEST,
    to: sqlite.LATEST,
  }));
}

/** Applies what is missing. Of several processes that do so at once, each reports only what it did itself. */
export async function migrateSchema(database: string): Promise<SchemaVersions> {
  if (!isServer(database)) {
    makePrivate(database);
    return onFile(database, (opened) => ({
      from: sqlite.LATEST - sqlite.migrate(opened, database),
      to: sqlite.LATEST,
    }));
  }
  const { withClient, versionOf, migrate, LATEST } = await onServer();
  return withClient(database, async (client) => {
    const applied = await migrate(client);
    return { from: applied === 0 ? await versionOf(client) : LATEST - applied, to: LATEST };
  });
}

/** Loaded on demand: most services use a file. */
const onServer = () =>
  loadWith('pg', async () => ({
    ...(await import('./postgres/postgres-migrations.ts')),
    ...(await import('./postgres/connections.ts')),
  }));

function onFile<T>(file: string, act: (database: DatabaseSync) => T): T {
  let opened: DatabaseSync | undefined;
  try {
    opened = new DatabaseSync(file, { timeout: 5000 });
    return act(opened);
  } catch (error) {
    throw unusableDatabase(file, error);
  } finally {
    opened?.close();
  }
}

/** Random, and assigned once: a database that replaces another has a different id. */
export function* databaseId(): Work<string> {
  return (yield* get<{ value: string }>("SELECT value FROM meta WHERE name = 'id'"))!.value;
}
