import { describe, expect, it } from 'vitest';
import { Problem } from '../../src/service/http/problem.ts';
import type { PostgresEngine } from '../../src/service/store/postgres/postgres-engine.ts';
import { get, run, type Work } from '../../src/service/store/work.ts';
import { openEngine } from './databases.ts';
import { needsPostgres } from '../needs.ts';

const open = async (): Promise<PostgresEngine> => (await openEngine()).engine;

describe.runIf(needsPostgres())('the PostgreSQL engine', () => {
  it('runs one of two changes that wait for each other again, until both are made', async () => {
    const engine = await open();
    await engine.write('everything', () => run("INSERT INTO meta VALUES ('a', '0'), ('b', '0')"));
    const add = (name: string): Work<number> =>
      run('UPDATE meta SET value = (value::int + 1)::text WHERE name = ?', name);
    function* both(first: string, second: string): Work<void> {
      yield* add(first);
      yield* get('SELECT pg_sleep(0.05)');
      yield* add(second);
    }
    await Promise.all([
      engine.write('everything', () => both('a', 'b')),
      engine.write('everything', () => both('b', 'a')),
    ]);
    for (const name of ['a', 'b'])
      expect(await engine.read('everything', () => get('SELECT value FROM meta WHERE name = ?', name))).toEqual({
        value: '2',
      });
  });

  it('never reports a change as made that the server rolled back', async () => {
    const engine = await open();
    function* careless(): Work<string> {
      yield* run("INSERT INTO meta VALUES ('kept', 'no')");
      try {
        yield* run("INSERT INTO meta VALUES ('kept', 'twice')");
      } catch {
        // Goes on as if nothing had happened.
      }
      return 'made';
    }
    await expect(engine.write('everything', careless)).rejects.toThrow('the change was rolled back');
  });

  it('answers reads that are asked at the same time, though one of them fails', async () => {
    const engine = await open();
    const one = (sql: string) => engine.read('everything', () => get(sql));
    const divided = ['SELECT 1 AS n', 'SELECT 1 / 0', 'SELECT 2 AS n', 'SELECT 1 AS n', 'SELECT 3 / 0'].map(one);
    const answers = await Promise.allSettled(divided);
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : 'refused'))).toEqual([
      { n: 1 },
      'refused',
      { n: 2 },
      { n: 1 },
      'refused',
    ]);
    expect(await one('SELECT 1 / 0').catch((error: Error) => error.message)).toBe('division by zero');
    expect(await one('SELECT 2 AS n')).toEqual({ n: 2 });
  });

  it('leaves nothing of a change that ends with a problem, and keeps its connection usable', async () => {
    const engine = await open();
    function* refused(): Work<void> {
      yield* run("INSERT INTO meta VALUES ('half', 'done')");
      throw new Problem(409, 'conflict', 'no');
    }
    for (let index = 0; index < 30; index += 1) await expect(engine.write('everything', refused)).rejects.toThrow('no');
    expect(await engine.read('everything', () => get("SELECT value FROM meta WHERE name = 'half'"))).toBeUndefined();
  });
});
