import { describe, expect, it } from 'vitest';
import { nothingLost, race } from '../state/git-race.ts';

describe('two clones that race for one target', () => {
  it('lose no outcome and overwrite no state, fifty times', async () => {
    expect(await race(50)).toEqual(nothingLost(50));
  });
});
