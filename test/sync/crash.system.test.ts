import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { record } from '../proof/figures.ts';
import { goOnFromEveryPoint } from './crash.ts';
import { ONE_OF_EACH } from './fixture.ts';
import { openTheatre, Stage, type Theatre } from './stage.ts';

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
