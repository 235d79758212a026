/** Changes that wait at the same time are committed together, and each is made whole or not at all. */
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { SqliteEngine } from '../../src/service/store/sqlite/sqlite-engine.ts';
import { all, run, tell, type Work } from '../../src/service/store/work.ts';
import { runs } from '../seed.ts';
import { temporaryFolder } from '../temporary-folder.ts';

function temporaryEngine(): SqliteEngine {
  const folder = temporaryFolder();
  const engine = new SqliteEngine(join(folder, 'service.db'));
  onTestFinished(() => engine.close());
  return engine;
}

type Fate = 'succeeds' | 'fails first' | 'fails after a change' | 'recovers';

function* insert(name: string): Work<void> {
  yield* run('INSERT INTO meta (name, value) VALUES (?, ?)', name, 'x');
}

/** Each successful change inserts two rows. */
function* changing(name: string, fate: Fate): Work<string> {
  if (fate === 'fails first') throw new Error(name);
  yield* tell('tenants');
  yield* insert(`${name} 1`);
  if (fate === 'fails after a change') throw new Error(name);
  if (fate === 'recovers') {
    try {
      yield* insert(`${name} 1`);
    } catch {
      // It is unique.
    }
  }
  yield* insert(`${name} 2`);
  return name;
}

const names = (): Work<readonly { readonly name: string }[]> =>
  all("SELECT name FROM meta WHERE name LIKE '% 1' OR name LIKE '% 2' ORDER BY name");

it('a change that fails leaves nothing, and those committed with it are all there', async () => {
  const engine = temporaryEngine();
  let news = 0;
  engine.onNews(() => (news += 1));
  let batches = 0;
  const fates = fc.array(fc.constantFrom<Fate>('succeeds', 'fails first', 'fails after a change', 'recovers'), {
    minLength: 1,
    maxLength: 16,
  });
  await fc.assert(
    fc.asyncProperty(fates, async (all) => {
      const batch = (batches += 1);
      await engine.write('everything', () => run("DELETE FROM meta WHERE name <> 'id'"));
      news = 0;
      const nameOf = (index: number): string => `${batch}-${String(index).padStart(2, '0')}`;
      const results = await Promise.allSettled(
        all.map((fate, index) => engine.write('everything', () => changing(nameOf(index), fate))),
      );
      const made = all.flatMap((fate, index) => (fate.startsWith('fails') ? [] : [nameOf(index)]));
      expect(results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message))).toEqual(
        all.map((_, index) => nameOf(index)),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(made.length);
      expect((await engine.read('everything', names)).map(({ name }) => name)).toEqual(
        made.flatMap((name) => [`${name} 1`, `${name} 2`]),
      );
      expect(news).toBe(made.length);
    }),
    { numRuns: runs({ test: 60, proof: 1000 }) },
  );
});

it('a change of another process is noticed once', async () => {
  const folder = temporaryFolder();
  const [engine, other] = [0, 1].map(() => new SqliteEngine(join(folder, 'service.db'))) as [
    SqliteEngine,
    SqliteEngine,
  ];
  onTestFinished(async () => void (await Promise.all([engine.close(), other.close()])));
  const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  engine.hasChangedElsewhere();
  await nextTurn();
  await engine.write('everything', () => insert('own 1'));
  expect(engine.hasChangedElsewhere()).toBe(false);
  await nextTurn();
  await other.write('everything', () => insert('other 1'));
  expect(engine.hasChangedElsewhere()).toBe(true);
  await nextTurn();
  expect(engine.hasChangedElsewhere()).toBe(false);
});
