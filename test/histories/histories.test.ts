import { playAll, playOne, givenHistory } from './play-all.ts';
import { describe, expect, it } from 'vitest';
import { SEED } from '../seed.ts';
import { KNOWN } from './known-histories.ts';

describe('a history', () => {
  const given = givenHistory();
  it.runIf(given)('of GITCAST_HISTORY duplicates nothing and settles', async () => {
    expect(await playOne(given!)).toBe('');
  });

  // Not with `it.each`, which shortens the titles.
  for (const { title, history } of KNOWN) {
    it(`duplicates nothing and settles: ${title}`, async () => {
      expect(await playOne(history)).toBe('');
    });
  }

  // `npm run proof` plays 5,000, with other values each time.
  it.each([
    { state: 'file' as const, runs: 40, seed: SEED },
    { state: 'git' as const, runs: 3, seed: SEED + 1 },
  ])(
    'duplicates nothing, leaves the work of others alone, and ends with what is in the files ($runs random ones, state: $state)',
    async (round) => {
      expect(await playAll(round)).toBe('');
    },
    600_000,
  );
});
