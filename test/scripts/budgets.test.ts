import { describe, expect, it } from 'vitest';
import { compare, lowered, raisedInSilence } from '../../scripts/budgets/compare.ts';

const problemsOf = (...numbers: Parameters<typeof compare>): readonly string[] =>
  compare(...numbers).flatMap(({ name, problem }) => (problem === undefined ? [] : [name]));

describe('a budget', () => {
  it('is kept by what is at most as much', () => {
    expect(problemsOf({ flags: 68, words: 900 }, { flags: 68, words: 1000 })).toEqual([]);
  });

  it('is broken by more, by what it does not name, and by a name that counts nothing any more', () => {
    expect(problemsOf({ flags: 69 }, { flags: 68 })).toEqual(['flags']);
    expect(problemsOf({ 'lines in src/new': 1 }, {})).toEqual(['lines in src/new']);
    expect(problemsOf({}, { 'lines in src/old': 10 })).toEqual(['lines in src/old']);
  });

  it('is lowered to what is reached, and never raised', () => {
    expect(lowered({ flags: 60, words: 1100 }, { flags: 68, words: 1000, gone: 3 })).toEqual({
      flags: 60,
      words: 1000,
    });
  });
});

describe('a budget that goes up', () => {
  const before = { flags: 68 };
  const after = { flags: 70 };

  it('needs a decision that names it with both values', () => {
    expect(raisedInSilence(before, after, [])).toHaveLength(1);
    expect(raisedInSilence(before, after, ['flags goes from 68'])).toHaveLength(1);
    expect(raisedInSilence(before, after, ['The budget of flags goes from 68 to 70, because …'])).toEqual([]);
  });

  it('is also one that comes new, and not one that goes down or away', () => {
    expect(raisedInSilence(before, { ...before, 'CI jobs': 6 }, [])).toHaveLength(1);
    expect(raisedInSilence({ flags: 68, words: 10 }, { flags: 60 }, [])).toEqual([]);
  });
});
