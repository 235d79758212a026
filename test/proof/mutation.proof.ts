import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../e2e/program.ts';
import { SEED } from '../seed.ts';
import type { Placed } from './mutants/run-mutants.ts';
import { mutantsIn, nameOf, reasonFor, surviving } from './mutants/surviving.ts';

/** What guards against deleting and doubling: every mutant of these. */
const WHOLE = [
  'src/plan/leftovers.ts',
  'src/plan/guard.ts',
  'src/plan/deletions.ts',
  'src/plan/identity/twins.ts',
  'src/state/replay.ts',
];
const SAMPLED = ['plan', 'apply', 'state', 'values'].map((folder) => `src/${folder}/**/*.ts`);
const SAMPLE = 200;
const LEAST_PERCENT = 90;

function sampled(): readonly Placed[] {
  const files = globSync(SAMPLED, { cwd: ROOT }).sort();
  const all = files.filter((file) => !WHOLE.includes(file)).flatMap(mutantsIn);
  let state = SEED;
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return all
    .map((mutant) => [random(), mutant] as const)
    .sort(([a], [b]) => a - b)
    .slice(0, SAMPLE)
    .map(([, mutant]) => mutant);
}

describe('mutants', () => {
  it('of what guards deletions and doubles are killed, but for those whose reason is written down', async () => {
    const { percent, survivors } = await surviving(WHOLE.flatMap(mutantsIn));
    expect(survivors.filter((fate) => reasonFor(fate) === undefined).map(({ mutant }) => nameOf(mutant))).toEqual([]);
    expect(percent).toBeGreaterThanOrEqual(LEAST_PERCENT);
  });

  it(`of plan, apply, state and values are killed: ${LEAST_PERCENT} % of a sample`, async () => {
    const { percent } = await surviving(sampled());
    expect(percent).toBeGreaterThanOrEqual(LEAST_PERCENT);
  });
});
