import { describe, expect, it, onTestFinished } from 'vitest';
import pg from 'pg';
import { PostgresEngine } from '../../src/service/store/postgres/postgres-engine.ts';
import { databaseId } from '../../src/service/store/database.ts';
import { createDatabase } from './databases.ts';
import { needsPostgres } from '../needs.ts';

async function emptyDatabase(): Promise<{ readonly url: string; readonly query: (sql: string) => Promise<object[]> }> {
  const { url, drop } = await createDatabase({ isEmpty: true });
  onTestFinished(drop);
  const query = async (sql: string): Promise<object[]> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<object>(sql)).rows;
    } finally {
      await client.end();
    }
  };
  return { url, query };
}

describe.runIf(needsPostgres())('migrations', () => {
  it('are applied once by copies that start at the same time, and leave one database id', async () => {
    const { url, query } = await emptyDatabase();
    const copies = await Promise.all([1, 2, 3, 4].map(() => PostgresEngine.open(url)));
    const ids = await Promise.all(copies.map((copy) => copy.read('everything', databaseId)));
    await Promise.all(copies.map((copy) => copy.close()));
    expect(new Set(ids).size).toBe(1);
    const versions = await query('SELECT version FROM gitcast.migrations ORDER BY version');
    expect(versions).toEqual(versions.map((_, index) => ({ version: index + 1 })));
  });

  it('of a newer gitcast are accepted while they only add, and refused as soon as they do not', async () => {
    const { url, query } = await emptyDatabase();
    await (await PostgresEngine.open(url)).close();
    await query('INSERT INTO gitcast.migrations (version, compatible_with) VALUES (98, 1)');
    await (await PostgresEngine.open(url)).close();
    await query('INSERT INTO gitcast.migrations (version, compatible_with) VALUES (99, 98)');
    await expect(PostgresEngine.open(url)).rejects.toThrow('migrated by a newer gitcast (format 99; ');
  });

  it('leave the tables of other programs in the same database alone', async () => {
    const { url, query } = await emptyDatabase();
    await query(
      "CREATE SCHEMA theirs; CREATE TABLE theirs.records (name TEXT); INSERT INTO theirs.records VALUES ('kept')",
    );
    await (await PostgresEngine.open(url)).close();
    expect(await query('SELECT name FROM theirs.records')).toEqual([{ name: 'kept' }]);
  });
});
