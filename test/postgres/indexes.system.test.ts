import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PostgresEngine } from '../../src/service/store/postgres/postgres-engine.ts';
import { all, run, type Query, type Work } from '../../src/service/store/work.ts';
import { documentedLists } from '../service/documented-lists.ts';
import { createDatabase, withClient, type TestDatabase } from './databases.ts';
import { needsPostgres } from '../needs.ts';

const EACH = 4000;

/** As many rows of two broadcasts as make the server prefer an index. */
const FILL = `INSERT INTO records (id, broadcast_id, kind, fields, created_at, updated_at, status, category, starts_at, ends_at)
  SELECT md5(b || kind || n), b, kind, '{}', to_char(n, '00000'), '',
    CASE WHEN kind = 'article' THEN CASE WHEN n % 50 = 0 THEN 'draft' ELSE 'published' END END,
    CASE WHEN kind = 'event' THEN CASE WHEN n % 50 = 0 THEN 'concert' ELSE 'talk' END END,
    CASE WHEN kind = 'event' THEN 1812000000000 + n * 255000::bigint END,
    CASE WHEN kind = 'event' THEN 1812000000000 + n * 255000::bigint END
  FROM unnest(ARRAY['own', 'other']) AS b, unnest(ARRAY['event', 'article', 'page']) AS kind, generate_series(1, ${EACH}) AS n`;

describe.runIf(needsPostgres())('under row-level security, an index of PostgreSQL answers', () => {
  let engine: PostgresEngine;
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createDatabase();
    engine = await PostgresEngine.open(database.url);
    await engine.write('everything', function* () {
      yield* run("INSERT INTO broadcasts VALUES ('own', 'u', 'pro'), ('other', 'u', 'pro')");
      yield* run(FILL);
    });
    await withClient(database.url, (client) => client.query('VACUUM ANALYZE gitcast.records'));
  });

  afterAll(async () => {
    await engine.close();
    await database.drop();
  });

  /** For all values: the plan of a statement that has run a few times. */
  function* planOf({ sql, values }: Query): Work<string> {
    yield* run('SET LOCAL plan_cache_mode = force_generic_plan');
    yield* run(`PREPARE listed AS ${sql}`);
    const literals = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
    const plan = yield* all<object>(`EXPLAIN EXECUTE listed (${literals.join(', ')})`);
    yield* run('DEALLOCATE listed');
    return plan.map((row) => Object.values(row).join()).join('\n');
  }

  it.each(documentedLists('own'))('%s', async (_, query: Query, index) => {
    const plan = await engine.write({ broadcast: 'own' }, () => planOf(query));
    expect(plan).toContain(` ${index} `);
    expect(plan).not.toMatch(/Seq Scan|Bitmap/);
  });

  it('counts a kind without looking at its records', async () => {
    const counted = await engine.read({ broadcast: 'own' }, () =>
      all('SELECT kind, CAST(sum(total) AS BIGINT) AS total FROM counts GROUP BY kind ORDER BY kind'),
    );
    expect(counted).toEqual(['article', 'event', 'page'].map((kind) => ({ kind, total: EACH })));
  });
});
