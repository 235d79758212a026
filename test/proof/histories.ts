import { playAll } from '../histories/play-all.ts';
import { expect, it } from 'vitest';
import type { History } from '../histories/history.ts';

/** Other histories each time, unless GITCAST_SEED says which. */
const SEED = Number(process.env['GITCAST_SEED'] ?? Date.now() % 1_000_000_000);

/** `part`: files that are proved at once have different ones, and so different histories. */
export function itPlays(state: History['state'], { runs, part }: { runs: number; part: number }): void {
  it(`${runs} random histories double nothing and settle (GITCAST_SEED=${SEED})`, async () => {
    process.stdout.write(`${runs} histories with state: ${state}, GITCAST_SEED=${SEED}\n`);
    expect(await playAll({ state, runs, seed: SEED + part })).toBe('');
  });
}
