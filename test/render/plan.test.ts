import { describe, expect, it } from 'vitest';
import { clashesOf, walkBetween } from '../../templates/assets/js/plan.js';

const entry = (name: string, s: number, e: number, x?: true) => ({ name, s, e, ...(x && { x }) });

describe('the plan of favourites', () => {
  const names = (entries: readonly ReturnType<typeof entry>[]) =>
    [...clashesOf(entries)].map(([{ name }, others]) => `${name}: ${others.map((other) => other.name).join(' ')}`);

  it('finds every pair of entries that overlap, and none that only touch', () => {
    const entries = [
      entry('a', 0, 60),
      entry('b', 30, 200),
      entry('c', 60, 90),
      entry('d', 90, 100),
      entry('e', 200, 260),
    ];
    expect(names(entries)).toEqual(['a: b', 'b: a c d', 'c: b', 'd: b']);
  });

  it('has no clash with what is cancelled, nor with an exhibition that is open all day', () => {
    expect(names([entry('all day', 0, 600), entry('cancelled', 10, 60, true), entry('a', 20, 70)])).toEqual([]);
  });

  it('estimates a walk only between places on the same map with a known scale', () => {
    const quay = { m: 'harbour', x: 0, y: 0 };
    expect(walkBetween(quay, { m: 'harbour', x: 300, y: 400 })).toBe(10);
    expect(walkBetween(quay, { m: 'inside', x: 300, y: 400 })).toBeUndefined();
    expect(walkBetween({}, {})).toBeUndefined();
    expect(walkBetween(quay, undefined)).toBeUndefined();
  });
});
