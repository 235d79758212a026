import { playAll } from '../histories/play-all.ts';
import { expect, it } from 'vitest';
import type { History } from '../histories/history.ts';
import { SEED } from '../seed.ts';
import { record } from './figures.ts';

/** `part`: files that are proved at once have different ones, and so different histories. */
export function itPlays(state: History['state'], { runs, part }: { runs: number; part: number }): void {
  it(`${runs} random histories double nothing and settle`, async () => {
    expect(await playAll({ state, runs, seed: SEED + part })).toBe('');
    record({ what: `random histories with state: ${state}`, tried: runs, failed: 0 });
  });
}
