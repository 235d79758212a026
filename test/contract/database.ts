/** The database of a service under test: a SQLite file, or where the run says so a PostgreSQL database (vitest.config.ts). */
import { isServer } from '../../src/service/store/database.ts';
import { createDatabase } from '../postgres/databases.ts';

export const onPostgres = process.env['GITCAST_TEST_DATABASE'] === 'postgres';

export interface DatabaseUnderTest {
  /** The file or the URL. */
  readonly at: string;
  readonly drop: () => Promise<void>;
}

const known = new Map<string, Promise<DatabaseUnderTest>>();

/** The same for the same file: on PostgreSQL the path only names a database. */
export async function databaseFor(file: string): Promise<DatabaseUnderTest> {
  if (!onPostgres || isServer(file)) return { at: file, drop: async () => {} };
  if (!known.has(file))
    known.set(
      file,
      createDatabase().then(({ url, drop }) => ({ at: url, drop })),
    );
  return known.get(file)!;
}
