import { describe, expect, it } from 'vitest';
import { record } from '../proof/figures.ts';
import { runs } from '../seed.ts';
import { countPoints, killAndGoOn, killAndGoOnElsewhere } from './git-crash.ts';

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
