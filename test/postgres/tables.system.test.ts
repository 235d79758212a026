import { describe, expect, it, onTestFinished } from 'vitest';
import { PostgresEngine } from '../../src/service/store/postgres/postgres-engine.ts';
import { databaseId } from '../../src/service/store/database.ts';
import { ROLE, SUPERUSER } from './cluster.ts';
import { createDatabase, sharedCluster, withClient } from './databases.ts';
import { needsPostgres } from '../needs.ts';

async function emptyDatabase() {
  const { url, drop } = await createDatabase({ isEmpty: true });
  onTestFinished(drop);
  const query = (sql: string, as = url) => withClient(as, async (client) => (await client.query<object>(sql)).rows);
  return { url, query };
}

describe.runIf(needsPostgres())('the tables', () => {
  it.each([
    ['the owner of the database', ROLE],
    ['a superuser', SUPERUSER],
  ])('are created once by copies that start at the same time as %s, and leave one database id', async (_, role) => {
    const { url, query } = await emptyDatabase();
    const address = (await sharedCluster()).urlOf(/\/(test_\w+)/.exec(url)![1]!, role);
    const copies = await Promise.all([1, 2, 3, 4].map(() => PostgresEngine.open(address)));
    const ids = await Promise.all(copies.map((copy) => copy.read('everything', databaseId)));
    await Promise.all(copies.map((copy) => copy.close()));
    expect(new Set(ids).size).toBe(1);
    const version = await query("SELECT value FROM gitcast.meta WHERE name = 'version'", address);
    expect(version).toEqual([{ value: '1' }]);
  });

  it.each([
    ['of another version', "UPDATE gitcast.meta SET value = '99' WHERE name = 'version'", 99],
    ['without a version', "DELETE FROM gitcast.meta WHERE name = 'version'", 0],
  ])('%s are refused', async (_, change, version) => {
    const { url, query } = await emptyDatabase();
    await (await PostgresEngine.open(url)).close();
    await query(change);
    await expect(PostgresEngine.open(url)).rejects.toThrow(
      `the database has tables of another gitcast (version ${version}; this one uses version 1)`,
    );
  });

  it('leave those of other programs in the same database alone', async () => {
    const { url, query } = await emptyDatabase();
    await query(
      "CREATE SCHEMA theirs; CREATE TABLE theirs.records (name TEXT); INSERT INTO theirs.records VALUES ('kept')",
    );
    await (await PostgresEngine.open(url)).close();
    expect(await query('SELECT name FROM theirs.records')).toEqual([{ name: 'kept' }]);
  });
});
