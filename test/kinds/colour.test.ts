import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, formatColour, parseColour } from '../../src/kinds/colour.ts';

describe('a colour', () => {
  it.each([
    ['#fff', { r: 255, g: 255, b: 255, alpha: 1 }],
    ['#0B3C49', { r: 11, g: 60, b: 73, alpha: 1 }],
    ['#abc', { r: 170, g: 187, b: 204, alpha: 1 }],
    ['#AABBCCDD', { r: 170, g: 187, b: 204, alpha: 221 / 255 }],
    ['#0008', { r: 0, g: 0, b: 0, alpha: 136 / 255 }],
    ['#ff000000', { r: 255, g: 0, b: 0, alpha: 0 }],
  ])('%s is read', (hex, colour) => {
    expect(parseColour(hex)).toEqual(colour);
  });

  it.each(['red', '#ff', '#fffff', '#ggg', 'fff', '#1234567', '#ffffffff0', '', ' #fff'])(
    '%j is not a colour',
    (text) => {
      expect(parseColour(text)).toBeUndefined();
    },
  );
});

describe('the contrast of WCAG 2', () => {
  it.each([
    ['#000', '#fff', 21],
    ['#fff', '#000', 21],
    ['#fff', '#fff', 1],
    ['#767676', '#fff', 4.54],
    ['#777777', '#fff', 4.48],
    ['#0000ff', '#fff', 8.59],
    ['#f00', '#fff', 4],
    ['#0b3c49', '#fffaf2', 11.5],
  ])('%s on %s: %d', (front, back, ratio) => {
    expect(contrast(parseColour(front)!, parseColour(back)!)).toBeCloseTo(ratio, 2);
  });
});

const channel = fc.integer({ min: 0, max: 255 });
const opaque = fc.record({ r: channel, g: channel, b: channel });

it('contrast does not depend on which of two opaque colours is the text', () => {
  fc.assert(
    fc.property(opaque, opaque, (a, b) => {
      expect(contrast(a, b)).toBeCloseTo(contrast(b, a), 10);
      expect(contrast(a, b)).toBeGreaterThanOrEqual(1);
      expect(contrast(a, b)).toBeLessThanOrEqual(21);
    }),
  );
});

it('a colour that is formatted is read as the same colour', () => {
  fc.assert(
    fc.property(opaque, channel, (colour, alpha) => {
      expect(parseColour(formatColour(colour, alpha / 255))).toEqual({ ...colour, alpha: alpha / 255 });
    }),
  );
});
