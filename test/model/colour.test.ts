import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  contrast,
  formatColour,
  nearestReadable,
  over,
  parseColour,
  WHITE,
  type Colour,
} from '../../src/model/colour.ts';

const colourOf = (hex: string): Colour => parseColour(hex)!;

describe('a colour', () => {
  test.each([
    ['#fff', { r: 255, g: 255, b: 255, alpha: 1 }],
    ['#0B3C49', { r: 11, g: 60, b: 73, alpha: 1 }],
    ['#0008', { r: 0, g: 0, b: 0, alpha: 136 / 255 }],
    ['#ff000000', { r: 255, g: 0, b: 0, alpha: 0 }],
  ])('%s is read', (hex, colour) => {
    expect(parseColour(hex)).toEqual(colour);
  });

  test.each(['red', '#ff', '#fffff', '#ggg', 'fff', '#1234567', '#ffffffff0', '', ' #fff'])('%j is none', (text) => {
    expect(parseColour(text)).toBeUndefined();
  });
});

describe('contrast is that of WCAG 2', () => {
  test.each([
    ['#000', '#fff', 21],
    ['#fff', '#000', 21],
    ['#fff', '#fff', 1],
    ['#767676', '#fff', 4.54],
    ['#777777', '#fff', 4.48],
    ['#0000ff', '#fff', 8.59],
    ['#f00', '#fff', 4],
    ['#0b3c49', '#fffaf2', 11.5],
  ])('%s on %s: %d', (front, back, ratio) => {
    expect(contrast(colourOf(front), colourOf(back))).toBeCloseTo(ratio, 2);
  });

  test('what is translucent is seen as it looks on its background', () => {
    expect(contrast(colourOf('#00000000'), WHITE)).toBe(1);
    expect(contrast(colourOf('#00000080'), WHITE)).toBeCloseTo(contrast(over(colourOf('#00000080'), WHITE), WHITE));
  });
});

const channel = fc.integer({ min: 0, max: 255 });
const opaque = fc.record({ r: channel, g: channel, b: channel, alpha: fc.constant(1) });
const BLACK = colourOf('#000');

describe('the nearest readable colour', () => {
  test('reaches the contrast whenever any colour does, also once it is written', () => {
    const wanted = fc.constantFrom(3, 4.5, 7);
    fc.assert(
      fc.property(
        fc.record({ r: channel, g: channel, b: channel, alpha: fc.double({ min: 0, max: 1, noNaN: true }) }),
        opaque,
        wanted,
        (front, back, ratio) => {
          const possible = Math.max(contrast(BLACK, back), contrast(WHITE, back)) >= ratio;
          const reached = contrast(colourOf(formatColour(nearestReadable(front, back, ratio))), back);
          if (possible) expect(reached).toBeGreaterThanOrEqual(ratio);
          else expect(reached).toBe(Math.max(contrast(BLACK, back), contrast(WHITE, back)));
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('is the colour itself when that is readable', () => {
    fc.assert(
      fc.property(opaque, opaque, (front, back) => {
        fc.pre(contrast(front, back) >= 4.5);
        expect(nearestReadable(front, back, 4.5)).toEqual(front);
      }),
    );
  });

  test('always exists for text, since black or white reaches 4.5 on anything', () => {
    fc.assert(
      fc.property(opaque, (back) => {
        expect(Math.max(contrast(BLACK, back), contrast(WHITE, back))).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });
});

test('contrast does not depend on which of two opaque colours is the text', () => {
  fc.assert(
    fc.property(opaque, opaque, (a, b) => {
      expect(contrast(a, b)).toBeCloseTo(contrast(b, a), 10);
      expect(contrast(a, b)).toBeGreaterThanOrEqual(1);
      expect(contrast(a, b)).toBeLessThanOrEqual(21);
    }),
  );
});
