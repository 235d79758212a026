import { describe, expect, it } from 'vitest';
import { countPoints, killAndGoOn, killAndGoOnElsewhere } from './git-crash.ts';

/**
 * Spread over a run, except for its very end (`npm run proof` takes every point, and the random histories any): the
 * number of points depends a little on how long it takes.
 */
const spread = (points: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => Math.round(((index + 0.5) * points * 0.9) / count));

describe('a sync that is killed while its state is on a ref', () => {
  it('continues in the same clone at once: nothing twice, nothing lost', async () => {
    for (const at of spread(await countPoints(), 2)) expect(await killAndGoOn(at)).toBe(true);
  }, 600_000);

  it('is continued by another clone if its machine and disk are gone: nothing twice, nothing lost', async () => {
    for (const at of spread(await countPoints(), 2)) expect(await killAndGoOnElsewhere(at + 1)).toBe(true);
  }, 600_000);
});
