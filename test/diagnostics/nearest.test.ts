import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearest, nearestAddress } from '../../src/diagnostics/nearest.ts';

const fields = ['title', 'category', 'description', 'start_time', 'end_time', 'place_id'];

describe('the nearest name', () => {
  it.each([
    ['catgeory', 'category'],
    ['titel', 'title'],
    ['Title', 'title'],
    ['descripton', 'description'],
    ['starttime', 'start_time'],
    ['placeid', 'place_id'],
    ['tilte', 'title'],
  ])('to %s is %s', (word, meant) => {
    expect(nearest(word, fields)).toBe(meant);
  });

  it.each(['weather', 'x', '', 'zzzzzzzzzzzzzzzz'])('to %j is none', (word) => {
    expect(nearest(word, fields)).toBeUndefined();
  });

  it('to an address is one with a similar name, and not only in the same folder', () => {
    expect(nearest('hosts/lna', ['hosts/bob', 'hosts/lena'])).toBe('hosts/lena');
    expect(nearest('hosts/ana', ['hosts/bob'])).toBeUndefined();
    expect(nearest('/progam/', ['/map/', '/program/'])).toBe('/program/');
  });

  it('is the first of several that are equally near', () => {
    expect(nearest('bat', ['cat', 'hat'])).toBe('cat');
  });

  it('to an existing name is that name', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, selector: (name) => name.toLowerCase() }),
        (names) => {
          for (const name of names) expect(nearest(name, names)).toBe(name);
        },
      ),
    );
  });

  it('to a name with one letter swapped, lost or added is found', () => {
    const slip = fc.tuple(
      fc.constantFrom('category', 'description', 'start_time'),
      fc.nat(7),
      fc.constantFrom('swap', 'lose', 'add'),
    );
    fc.assert(
      fc.property(slip, ([name, at, what]) => {
        const [head, a, b, tail] = [name.slice(0, at), name[at] ?? '', name[at + 1] ?? '', name.slice(at + 2)];
        const slipped = { swap: head + b + a + tail, lose: head + b + tail, add: `${head}x${a}${b}${tail}` }[what];
        expect(nearest(slipped, fields)).toBe(name);
      }),
    );
  });

  it('is the one that the definition of the distance finds', () => {
    const name = fc.string({ unit: fc.constantFrom(...'abcm-/'), minLength: 3, maxLength: 10 });
    fc.assert(
      fc.property(name, fc.array(name, { maxLength: 20 }), (word, names) => {
        const limit = Math.max(1, Math.floor((word.length - 1 - word.lastIndexOf('/', word.length - 2)) / 3));
        const steps = names.map((each) => stepsBetween(word, each));
        const least = Math.min(...steps);
        expect(nearest(word, names)).toBe(least > Math.min(8, limit) ? undefined : names[steps.indexOf(least)]);
      }),
      { numRuns: 300 },
    );
  });

  it('is found quickly for words of a megabyte', () => {
    expect(nearest('a'.repeat(1024 * 1024), fields)).toBeUndefined();
  });
});

describe('the nearest address', () => {
  it.each(['places/lwan', 'content/places/lawn.yaml', './content/places/lawn.yml', 'places/lawn.md', '../places/lawn'])(
    'is found for %s',
    (word) => {
      expect(nearestAddress(word, ['places/kitchen', 'places/lawn'])).toBe('places/lawn');
    },
  );

  it('is none if nothing is near', () => {
    expect(nearestAddress('events/opening-night', ['places/lawn'])).toBeUndefined();
  });
});

/** Insertions, deletions, substitutions and swaps, by the definition. */
function stepsBetween(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (__, j) => i + j));
  for (let i = 1; i <= a.length; i += 1)
    for (let j = 1; j <= b.length; j += 1) {
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      rows[i]![j] = Math.min(
        rows[i - 1]![j]! + 1,
        rows[i]![j - 1]! + 1,
        rows[i - 1]![j - 1]! + Number(a[i - 1] !== b[j - 1]),
        isSwap ? rows[i - 2]![j - 2]! + 1 : Infinity,
      );
    }
  return rows[a.length]![b.length]!;
}
