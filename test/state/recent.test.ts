import { describe, expect, it } from 'vitest';
import { recent } from '../../src/state/replay.ts';

describe('a deletion', () => {
  const NOW = 1_000_000_000;
  const kept = (at: number): boolean =>
    recent({ entries: new Map(), deleted: new Map([['1', at]]) }, NOW).deleted!.has('1');

  it.each([
    ['now', 0, true],
    ['almost ten minutes ago', -599_999, true],
    ['ten minutes ago', -600_000, false],
    ['almost ten minutes ahead, by a clock that was set back', 599_999, true],
    ['far ahead', 600_000, false],
  ])('that was made %s is remembered: %j', (_, offset, expected) => {
    expect(kept(NOW + offset)).toBe(expected);
  });

  it('is not needed, and the entries are returned unchanged', () => {
    const entries = new Map();
    expect(recent({ entries }, NOW)).toEqual({ entries, deleted: new Map() });
    expect(recent({ entries }, NOW).entries).toBe(entries);
  });
});
