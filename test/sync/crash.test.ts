import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { killAtEveryPoint } from './crash.ts';
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

  it('that is killed at any point ends where an undisturbed one does, once it is run again', async () => {
    const points = await killAtEveryPoint({ theatre, prepare: async () => new Stage(theatre, ONE_OF_EACH) });
    expect(points).toBeGreaterThan(40);
  }, 300_000);
});
