import { playAll, playOne, givenHistory } from './play-all.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { record } from '../proof/figures.ts';
import { runs, SEED } from '../seed.ts';
import { KNOWN } from './known-histories.ts';

describe('a history', () => {
  const given = givenHistory();
  for (const history of given ? [given] : []) {
    it('of GITCAST_HISTORY duplicates nothing and settles', async () => {
      expect(await playOne(history)).toBe('');
    });
  }

  let settled = 0;
  afterAll(() => {
    const { length } = KNOWN;
    record({ what: 'histories that failed once', tried: length, failed: length - settled });
  });

  // Not with `it.each`, which shortens the titles.
  for (const { title, history } of KNOWN) {
    it(`duplicates nothing and settles: ${title}`, async () => {
      expect(await playOne(history)).toBe('');
      settled += 1;
    });
  }

  // `npm run proof` plays 5,000, with other values each time.
  it.each([
    { state: 'file' as const, runs: runs({ test: 20, quick: 120, proof: 40 }), seed: SEED },
    { state: 'git' as const, runs: runs({ test: 2, quick: 6, proof: 3 }), seed: SEED + 1 },
  ])(
    'duplicates nothing, leaves the work of others alone, and ends with what is in the files ($runs random ones, state: $state)',
    async (round) => {
      expect(await playAll(round)).toBe('');
      record({ what: `random histories with state: ${round.state}`, tried: round.runs, failed: 0 });
    },
    600_000,
  );
});
