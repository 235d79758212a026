/** Databases for tests, on a server that the first test file of a run starts. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { PostgresEngine } from '../../src/service/store/postgres/postgres-engine.ts';
import { madeOnce } from '../made-once.ts';
import { clusterIn, ROLE, startCluster, SUPERUSER, type Cluster, type ClusterOptions } from './cluster.ts';

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
  await withClient(cluster.urlOf('postgres', SUPERUSER), async (client) => {
    for (const statement of statements) await client.query(statement);
  });
}

/** A server of its own with the database `live`. */
export async function startLiveCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const cluster = startCluster(options);
  await administer(cluster, `CREATE ROLE ${ROLE} LOGIN`, `CREATE DATABASE live OWNER ${ROLE}`);
  return cluster;
}

/** A connection beside those of a service. */
export async function withClient<T>(url: string, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

/** An engine on a database of the test. */
export async function openEngine({ isEmpty = false, role = ROLE } = {}) {
  const { url, drop } = await createDatabase({ isEmpty });
  const address = (await sharedCluster()).urlOf(/\/(test_\w+)/.exec(url)![1]!, role);
  const engine = await PostgresEngine.open(address);
  onTestFinished(async () => {
    await engine.close();
    await drop();
  });
  return { engine, url: address };
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
