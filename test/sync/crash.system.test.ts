import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { record } from '../proof/figures.ts';
import { goOnFromEveryPoint } from './crash.ts';
import { ONE_OF_EACH } from './fixture.ts';
import { openTheatre, Stage, type Theatre } from './stage.ts';
import { runs } from '../seed.ts';
import { countPoints, killAndGoOn, killAndGoOnElsewhere } from './git-crash.ts';

describe.each(['extended', 'documented'] as const)('a sync with a service of the %s profile', (profile) => {
  let theatre: Theatre;
  beforeAll(async () => {
    theatre = await openTheatre({ profile });
  });
  afterAll(async () => {
    await theatre.close();
    expect(theatre.undocumented).toEqual([]);
  });

  /** `npm run proof` really kills it at each of them. */
  it('that ends at any point reaches the same result as an undisturbed one, once it is run again', async () => {
    const { points, different } = await goOnFromEveryPoint({
      theatre,
      prepare: () => Stage.create(theatre, ONE_OF_EACH),
    });
    expect(points).toBeGreaterThan(40);
    const note = `${different} of them different`;
    record({ what: `points at which a first sync ends, ${profile} profile`, tried: points, failed: 0, note });
  }, 300_000);
});

/**
 * Spread over a run, except for its very end (`npm run proof` takes every point, and the random histories any): the
 * number of points depends a little on how long it takes.
 */
const spread = (points: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => Math.round(((index + 0.5) * points * 0.9) / count));

const KILLS = runs({ test: 2, quick: 4, proof: 2 });

describe('a sync that is killed while its state is on a ref', () => {
  it('continues in the same clone at once: nothing twice, nothing lost', async () => {
    for (const at of spread(await countPoints(), KILLS)) expect(await killAndGoOn(at)).toBe(true);
    record({ what: 'kills of a sync with its state in git, continued in the same clone', tried: KILLS, failed: 0 });
  }, 600_000);

  it('is continued by another clone if its machine and disk are gone: nothing twice, nothing lost', async () => {
    for (const at of spread(await countPoints(), KILLS)) expect(await killAndGoOnElsewhere(at + 1)).toBe(true);
    record({ what: 'kills of a sync with its state in git, continued in another clone', tried: KILLS, failed: 0 });
  }, 600_000);
});
