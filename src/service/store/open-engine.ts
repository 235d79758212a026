import type { Engine } from './engine.ts';
import type { PostgresOptions } from './postgres/engine.ts';
import { SqliteEngine } from './sqlite/engine.ts';

/** True for the URL of a PostgreSQL database. Anything else is a file. */
export const isServer = (database: string): boolean => /^postgres(?:ql)?:\/\//i.test(database);

/** `database`: the path of a SQLite file, or the URL of a PostgreSQL database. */
export async function openEngine(database: string, options: PostgresOptions): Promise<Engine> {
  if (!isServer(database)) return new SqliteEngine(database, options);
  // Loaded on demand: most services use a file.
  const { PostgresEngine } = await import('./postgres/engine.ts');
  return PostgresEngine.open(database, options);
}
