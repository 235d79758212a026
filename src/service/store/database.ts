/** Opens a database, of either kind, and creates its tables. */
import { UserError } from '../../diagnostics/errors.ts';
import { get, type Engine, type Work } from './work.ts';
import type { PostgresOptions } from './postgres/postgres-engine.ts';
import { SqliteEngine } from './sqlite/sqlite-engine.ts';

/** True for the URL of a PostgreSQL database. Anything else is a file. */
export const isServer = (database: string): boolean => /^postgres(?:ql)?:\/\//i.test(database);

/** `database`: the path of a SQLite file, or the URL of a PostgreSQL database. */
export async function openEngine(database: string, options: PostgresOptions): Promise<Engine> {
  if (!isServer(database)) return new SqliteEngine(database);
  // Loaded on demand: most services use a file.
  const { PostgresEngine } = await import('./postgres/postgres-engine.ts').catch(explainMissing);
  return PostgresEngine.open(database, options);
}

/** Says how to install the package that only a server needs. */
export function explainMissing(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ERR_MODULE_NOT_FOUND' || !error.message.includes("'pg'")) throw error;
  throw new UserError('a PostgreSQL database needs the package pg, which is not installed', {
    suggestion: 'run npm install pg',
    cause: error,
  });
}

/** Random, and assigned once: a database that replaces another has a different id. */
export function* databaseId(): Work<string> {
  return (yield* get<{ value: string }>("SELECT value FROM meta WHERE name = 'id'"))!.value;
}
