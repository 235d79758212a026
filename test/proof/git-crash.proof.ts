import { describe, expect, it } from 'vitest';
import { record } from './figures.ts';
import { countPoints, killAndGoOn, killAndGoOnElsewhere } from '../sync/git-crash.ts';

describe('a sync with its state on a ref, killed at any point', () => {
  it.each([
    { where: 'in the same clone', goOn: killAndGoOn },
    { where: 'in another clone, with nothing left of the disk', goOn: killAndGoOnElsewhere },
  ])('goes on $where: nothing twice, nothing lost', async ({ where, goOn }) => {
    const points = await countPoints();
    let died = 0;
    for (let at = 1; at <= points; at++) if (await goOn(at)) died += 1;
    expect(died).toBeGreaterThan(points * 0.9);
    record({ what: `points of a sync with its state in git, continued ${where}`, tried: died, failed: 0 });
  });
});
