/** Row-level security: not a query, but the database decides which rows a request can reach. */
import { describe, expect, it } from 'vitest';
import { all, run } from '../../src/service/store/work.ts';
import { createBroadcast } from '../../src/service/administration.ts';
import { systemClock } from '../../src/service/options.ts';
import { ROLE, SUPERUSER } from './cluster.ts';
import { openEngine, withClient } from './databases.ts';
import { needsPostgres } from '../needs.ts';

const TABLES = ['broadcasts', 'api_keys', 'records', 'counts', 'deliveries', 'idempotency', 'rate_limits'];

async function twoBroadcasts({ asSuperuser = false } = {}) {
  const { engine, url } = await openEngine({ isEmpty: asSuperuser, role: asSuperuser ? SUPERUSER : ROLE });
  const options = { clock: systemClock } as Parameters<typeof createBroadcast>[0]['options'];
  const [mine, theirs] = [
    await createBroadcast({ engine, options }, { name: 'Mine' }),
    await createBroadcast({ engine, options }, { name: 'Theirs' }),
  ];
  await engine.write('everything', function* () {
    for (const { broadcastId } of [mine, theirs]) {
      const key = `(SELECT id FROM api_keys WHERE broadcast_id = '${broadcastId}')`;
      yield* run(
        `INSERT INTO deliveries VALUES ('msg_${broadcastId}', '${broadcastId}', 'w', 's', 't', '{}', 'pending', 0, 1, NULL, 1)`,
      );
      yield* run(`INSERT INTO idempotency VALUES (${key}, 'k', 'f', 201, NULL, NULL, '', 1)`);
      yield* run(`INSERT INTO rate_limits VALUES (${key}, 1, 1, 1)`);
    }
  });
  return { engine, url, mine: mine.broadcastId, theirs: theirs.broadcastId };
}

describe.runIf(needsPostgres())('row-level security', () => {
  it('is on for every table that has rows of a broadcast', async () => {
    const { engine } = await twoBroadcasts();
    const unsecured = await engine.read('everything', () =>
      all("SELECT tablename FROM pg_tables WHERE schemaname = 'gitcast' AND NOT rowsecurity ORDER BY tablename"),
    );
    expect(unsecured).toEqual([{ tablename: 'meta' }]);
  });

  for (const asSuperuser of [false, true]) {
    const who = asSuperuser ? 'a superuser' : 'the owner of the database';
    it(`shows a query without a condition only the rows of its broadcast, if the service connects as ${who}`, async () => {
      const { engine, mine } = await twoBroadcasts({ asSuperuser });
      for (const table of TABLES) {
        const rowsIn = (scope: Parameters<typeof engine.read>[0]) =>
          engine.read(scope, () => all<object>(`SELECT * FROM ${table}`));
        const [own, every] = [await rowsIn({ broadcast: mine }), await rowsIn('everything')];
        expect([table, own.length > 0, own.length * 2]).toEqual([table, true, every.length]);
        expect([table, await rowsIn({ broadcast: 'nobody' })]).toEqual([table, []]);
      }
    });
  }

  it('shows reads that are asked at the same time their own rows each, though one of them fails', async () => {
    const { engine, mine, theirs } = await twoBroadcasts();
    const idsIn = async (broadcast: string, sql = 'SELECT id FROM records') => {
      const rows = await engine.read({ broadcast }, () => all<{ id: string }>(sql));
      return rows.map(({ id }) => id);
    };
    const failing = idsIn(theirs, 'SELECT 1 / 0').catch(() => ['refused']);
    const reads = Array.from({ length: 40 }, (_, index) => idsIn(index % 2 ? mine : theirs));
    expect(await failing).toEqual(['refused']);
    expect(await Promise.all(reads)).toEqual(reads.map((_, index) => [index % 2 ? mine : theirs]));
  });

  it('lets a change without a condition touch only the rows of its broadcast, and insert into no other', async () => {
    const { engine, mine, theirs } = await twoBroadcasts();
    expect(await engine.write({ broadcast: mine }, () => run("UPDATE records SET updated_at = 'now'"))).toBe(1);
    expect(await engine.write({ broadcast: mine }, () => run('DELETE FROM deliveries'))).toBe(1);
    const insert = `INSERT INTO records VALUES ('r', '${theirs}', 'event', '{}', NULL, NULL, '', '')`;
    await expect(engine.write({ broadcast: mine }, () => run(insert))).rejects.toThrow(/row-level security/);
  });

  it('shows nothing to a connection that names no broadcast', async () => {
    const { url } = await twoBroadcasts();
    await withClient(url, async (client) => {
      for (const table of TABLES) expect((await client.query(`SELECT * FROM gitcast.${table}`)).rows).toEqual([]);
    });
  });
});
