import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SEED } from './seed.ts';

describe('property tests', () => {
  it('draw from one seed, the same in every run of npm test', () => {
    expect(SEED).toBe(Number(process.env['GITCAST_SEED'] || 20_270_618));
    const draw = (): readonly number[] => {
      const drawn: number[] = [];
      fc.assert(fc.property(fc.integer(), (value) => void drawn.push(value)));
      return drawn;
    };
    expect(draw()).toEqual(draw());
  });

  it.each([
    ['a property', () => fc.assert(fc.property(fc.integer(), (value) => value < 5))],
    ['an asynchronous property', () => fc.assert(fc.asyncProperty(fc.integer(), async (value) => value < 5))],
  ])('name the seed and the command that repeats it when %s fails', async (_, fail) => {
    const failing = async (): Promise<void> => fail();
    await expect(failing()).rejects.toThrow(
      new RegExp(
        `seed: ${SEED}[^]*Repeat it with: GITCAST_SEED=${SEED} npx vitest run (--config \\S+ )?test/seed.test.ts$`,
      ),
    );
  });
});
