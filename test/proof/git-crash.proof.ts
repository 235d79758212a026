import { describe, expect, it } from 'vitest';
import { countPoints, killAndGoOn, killAndGoOnElsewhere } from '../sync/git-crash.ts';

describe('a sync with its state on a ref, killed at any point', () => {
  it.each([
    { where: 'in the same clone', goOn: killAndGoOn },
    { where: 'in another clone, with nothing left of the disk', goOn: killAndGoOnElsewhere },
  ])('goes on $where: nothing twice, nothing lost', async ({ goOn }) => {
    const points = await countPoints();
    let died = 0;
    for (let at = 1; at <= points; at++) if (await goOn(at)) died += 1;
    expect(died).toBeGreaterThan(points * 0.9);
  });
});
