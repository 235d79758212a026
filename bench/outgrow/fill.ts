/** A database with a broadcast and many records, half of them pages and half of them events. */
import pg from 'pg';
import { createBroadcast } from '../../src/service/administration.ts';
import { createService } from '../../src/service/service.ts';
import { isServer } from '../../src/service/store/database.ts';
import { run, type Work } from '../../src/service/store/work.ts';
import { SERVICE_OPTIONS } from '../suite/service-options.ts';

export const KEY = 'gck_outgrow';

export interface Filled {
  readonly database: string;
  readonly userId: string;
  readonly broadcastId: string;
}

export async function fill(database: string, rows: number): Promise<Filled> {
  const service = await createService(database, SERVICE_OPTIONS);
  const { userId, broadcastId } = await createBroadcast(service, { name: 'Harbour', key: KEY });
  for (const kind of ['page', 'event']) {
    for (let from = 1; from <= rows / 2; from += STEP)
      await service.engine.write('everything', () => insert({ database, broadcastId, kind, from }));
  }
  await service.close();
  if (isServer(database)) await vacuum(database);
  return { database, userId, broadcastId };
}

/** As the server does by itself some time after so many changes. */
async function vacuum(database: string): Promise<void> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  await client.query('VACUUM ANALYZE gitcast.records');
  await client.end();
}

const STEP = 10_000;

interface Part {
  readonly database: string;
  readonly broadcastId: string;
  readonly kind: string;
  readonly from: number;
}

/** The nth record of a kind. */
export const idOf = (kind: string, n: number): string => `${kind === 'page' ? 'a' : 'b'}${String(n).padStart(23, '0')}`;

function* insert({ database, broadcastId, kind, from }: Part): Work<void> {
  const numbers = isServer(database)
    ? `SELECT generate_series(${from}, ${from + STEP - 1}) AS n`
    : `WITH RECURSIVE all_of(n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM all_of WHERE n < ${from + STEP - 1}) SELECT n FROM all_of`;
  const number = isServer(database) ? "lpad(n::text, 23, '0')" : "printf('%023d', n)";
  const fields = JSON.stringify({ title: 'Opening night', category: 'concert', description: 'Two sets, one river.' });
  yield* run(
    `INSERT INTO records (id, broadcast_id, kind, fields, created_at, updated_at, category)
      SELECT '${kind === 'page' ? 'a' : 'b'}' || ${number}, '${broadcastId}', '${kind}', '${fields}', ${number}, '', 'concert'
      FROM (${numbers}) AS numbered`,
  );
}
