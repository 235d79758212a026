/** Databases for tests, on a server that the first test file of a run starts. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { PostgresEngine } from '../../src/service/store/postgres/postgres-engine.ts';
import { madeOnce } from '../made-once.ts';
import { clusterIn, ROLE, startCluster, SUPERUSER, type Cluster } from './cluster.ts';

/** A database with the tables, which is quicker to copy than to create. */
const TEMPLATE = 'template_gitcast';

export async function sharedCluster(): Promise<Cluster> {
  const { folder } = await madeOnce('postgres', async () => {
    const cluster = startCluster();
    await administer(cluster, `CREATE ROLE ${ROLE} LOGIN`, `CREATE DATABASE ${TEMPLATE} OWNER ${ROLE}`);
    await (await PostgresEngine.open(cluster.urlOf(TEMPLATE))).close();
    return { folder: cluster.folder };
  });
  return clusterIn(folder);
}

export async function administer(cluster: Cluster, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.urlOf('postgres', SUPERUSER) });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

export interface TestDatabase {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/** `isEmpty`: without the tables. */
export async function createDatabase({ isEmpty = false } = {}): Promise<TestDatabase> {
  const cluster = await sharedCluster();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(cluster, `CREATE DATABASE ${name} OWNER ${ROLE} ${isEmpty ? '' : `TEMPLATE ${TEMPLATE}`}`);
  return { url: cluster.urlOf(name), drop: () => administer(cluster, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}
