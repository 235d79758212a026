import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planOf } from './plan-of.ts';
import { isAddressMatch } from '../../src/project/files/address-pattern.ts';
import { number } from '../../src/cli/views/text/excerpts.ts';
import { wordDiff } from '../../src/cli/views/text/word-diff.ts';
import { headlineOf } from '../../src/cli/views/outcomes.ts';
import { planTree } from '../../src/cli/views/plan/plan-tree.ts';
import { waysOut } from '../../src/cli/views/plan/plan-verdict.ts';

it('shows large numbers in groups of three digits', () => {
  expect([0, 999, 1000, 12_345, 1_234_567].map(number)).toEqual(['0', '999', '1,000', '12,345', '1,234,567']);
});

it('does not say of a plan that is refused and has no changes that the target equals the files', () => {
  const plan = planOf([], { refusals: [{ reason: 'all 3 events are gone' }] });
  expect(headlineOf(plan)).toEqual({ headline: 'refused: no changes', isCalm: false });
  expect(planTree(plan).verdict.parts.join('')).toBe('no changes');
});

describe('the word diff', () => {
  const side = (pieces: ReturnType<typeof wordDiff>, left: 'removed' | 'added') =>
    pieces
      .filter(({ type }) => type === 'same' || type === left)
      .map(({ text }) => text)
      .join('');

  it('contains both texts, for any texts', () => {
    const text = fc
      .array(fc.constantFrom('one ', 'two ', 'three', '\n', ' ', 'four\t'), { maxLength: 30 })
      .map((words) => words.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const pieces = wordDiff(before, after);
        expect(side(pieces, 'removed')).toBe(before);
        expect(side(pieces, 'added')).toBe(after);
      }),
    );
  });

  it('marks only the words that changed', () => {
    expect(wordDiff('two sets, one river', 'three sets, one river')).toEqual([
      { type: 'removed', text: 'two ' },
      { type: 'added', text: 'three ' },
      { type: 'same', text: 'sets, one river' },
    ]);
  });

  it('handles long texts that have nothing in common', () => {
    const pieces = wordDiff('a '.repeat(50_000), 'b '.repeat(50_000));
    expect(pieces.map(({ type }) => type)).toEqual(['removed', 'added']);
  });
});

describe('an address pattern', () => {
  it.each([
    ['events/*', 'events/opening', true],
    ['events/*', 'events/friday/opening', true],
    ['events/*', 'events/friday/late/opening', true],
    ['events/*', 'sessions/friday', false],
    ['events/fri*', 'events/friday/opening', true],
    ['events/friday/*', 'events/saturday/opening', false],
    ['*', 'events/friday/opening', true],
    ['*', 'broadcast', true],
    ['events/**/opening', 'events/opening', true],
    ['events/**/opening', 'events/friday/late/opening', true],
    ['events/**/opening', 'events/friday/grand-opening', false],
    ['events/**', 'events/friday/opening', true],
    ['events/', 'events/friday/opening', true],
    ['**/opening', 'events/friday/opening', true],
    ['events/open?ng', 'events/opening', true],
    ['events/opening', 'events/opening-night', false],
    ['events/(a+)+', 'events/aaaa', false],
  ])('%s matches %s: %s', (pattern, address, expected) => {
    expect(isAddressMatch(pattern, address)).toBe(expected);
  });
});

describe('the next steps below a group of a plan', () => {
  it('are left out if the conflict names its own', () => {
    const own = 'it may be the same: to create another, run `gitcast sync --create events/a`';
    expect(waysOut([{ action: 'conflict', reason: own }])).toEqual([]);
    expect(waysOut([{ action: 'conflict', reason: own }, { action: 'conflict' }, { action: 'drift' }])).toHaveLength(2);
  });
});
