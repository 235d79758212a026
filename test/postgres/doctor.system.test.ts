import { tmpdir } from 'node:os';
import pg from 'pg';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openProject, type ServiceCheck } from '../../src/project/index.ts';
import { SUPERUSER } from './cluster.ts';
import { createDatabase, sharedCluster } from './databases.ts';
import { needsPostgres } from '../needs.ts';

const examine = async (url: string): Promise<readonly ServiceCheck[]> =>
  (await openProject({ folder: tmpdir(), env: {} }).service({ database: url })).doctor();

/** The server of the tests does not wait for its disk, which the doctor reports. */
const badIn = (checks: readonly ServiceCheck[]): readonly ServiceCheck[] =>
  checks.filter(({ level, name }) => level !== 'ok' && name !== 'durability');

describe.runIf(needsPostgres())('serve doctor on PostgreSQL', () => {
  let url: string;
  let change: (sql: string, undo: string) => Promise<void>;

  beforeAll(async () => {
    const database = await createDatabase();
    ({ url } = database);
    const query = async (sql: string): Promise<void> => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(`SET search_path = gitcast; SET gitcast.broadcast = '*'; ${sql}`);
      await client.end();
    };
    change = async (sql, undo) => {
      onTestFinished(() => query(undo));
      await query(sql);
    };
    const service = await openProject({ folder: tmpdir(), env: {} }).service({ database: url });
    await service.createBroadcast('Quay');
    return database.drop;
  });

  it('finds nothing wrong with a new database but the settings of its server', async () => {
    const checks = await examine(url);
    expect(badIn(checks)).toEqual([]);
    expect(checks.map(({ name }) => name)).toEqual([
      ...['server', 'clock', 'durability', 'room', 'version', 'role', 'policies', 'indexes', 'leases'],
      ...['counts', 'rows', 'deliveries', 'keys', 'quotas'],
    ]);
    expect(checks).toContainEqual(expect.objectContaining({ name: 'durability', level: 'error' }));
  });

  it.each([
    {
      sql: 'ALTER TABLE records NO FORCE ROW LEVEL SECURITY',
      undo: 'ALTER TABLE records FORCE ROW LEVEL SECURITY',
      bad: { level: 'error', name: 'policies', message: 'row-level security is not in force on records' },
    },
    {
      sql: 'CREATE POLICY open ON api_keys USING (true)',
      undo: 'DROP POLICY open ON api_keys',
      bad: { level: 'error', name: 'policies', message: 'rows of every broadcast are visible to all in api_keys' },
    },
    {
      sql: 'ALTER POLICY own_broadcast ON records USING (true)',
      undo: `ALTER POLICY own_broadcast ON records
        USING ((SELECT current_setting('gitcast.broadcast', true)) IN ('*', broadcast_id))`,
      bad: { level: 'error', name: 'policies', message: 'rows of every broadcast are visible to all in records' },
    },
    {
      sql: 'ALTER TABLE attempts RENAME TO elsewhere',
      undo: 'ALTER TABLE elsewhere RENAME TO attempts',
      bad: { level: 'error', name: 'tables', message: 'missing: attempts' },
    },
    {
      sql: 'DROP INDEX deliveries_by_age',
      undo: 'CREATE INDEX deliveries_by_age ON deliveries (created_at)',
      bad: { level: 'error', name: 'indexes', message: 'missing: deliveries_by_age' },
    },
    {
      sql: 'UPDATE counts SET total = total + 1',
      undo: 'UPDATE counts SET total = total - 1',
      bad: { level: 'error', name: 'counts', message: expect.stringContaining('differ from the number of records') },
    },
    {
      sql: `INSERT INTO deliveries SELECT 'd', id, 'w', 's', 't', '{}', 'pending', 0, 9e12, 9e12, 1, '1' FROM broadcasts`,
      undo: 'DELETE FROM deliveries',
      bad: {
        level: 'warn',
        name: 'leases',
        message: expect.stringContaining('1 delivery is held by copies that ended'),
      },
    },
    {
      sql: `INSERT INTO idempotency VALUES ('key_0', 'x', 'x', 201, NULL, NULL, '', 1)`,
      undo: 'DELETE FROM idempotency',
      bad: { level: 'error', name: 'rows', message: 'do not belong together: 1 kept answers without a key' },
    },
    {
      sql: 'DELETE FROM migrations',
      undo: 'INSERT INTO migrations (version, compatible_with) VALUES (1, 1)',
      bad: { level: 'error', name: 'version', message: 'the database has no tables yet' },
    },
  ])('reports $sql, with a next step', async ({ sql, undo, bad }) => {
    await change(sql, undo);
    expect(badIn(await examine(url))).toEqual([{ ...bad, fix: expect.any(String) }]);
  });

  it('reports a role that bypasses row-level security, and a server that cannot be reached', async () => {
    const cluster = await sharedCluster();
    const asSuperuser = cluster.urlOf(/\/(test_\w+)/.exec(url)![1]!, SUPERUSER);
    const [role] = badIn(await examine(asSuperuser));
    expect(role).toMatchObject({ name: 'role', message: expect.stringContaining('bypasses row-level security') });
    const [server] = await examine('postgres://gitcast@127.0.0.1:1/none');
    expect(server).toMatchObject({ level: 'error', name: 'server', fix: expect.stringContaining('start the server') });
  });
});
