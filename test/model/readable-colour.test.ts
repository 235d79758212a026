import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, formatColour, parseColour } from '../../src/kinds/colour.ts';
import { contrastOn, nearestReadable, over, WHITE } from '../../src/model/rules/documents/contrast.ts';

it('a translucent colour is compared as it looks on its background', () => {
  const [clear, half] = [parseColour('#00000000')!, parseColour('#00000080')!];
  expect(contrastOn(clear, WHITE)).toBe(1);
  expect(contrastOn(half, WHITE)).toBeCloseTo(contrast(over(half, WHITE), WHITE));
});

const channel = fc.integer({ min: 0, max: 255 });
const opaque = fc.record({ r: channel, g: channel, b: channel });
const BLACK = parseColour('#000')!;

describe('the nearest readable colour', () => {
  it('reaches the contrast whenever a colour can, even after rounding', () => {
    const wanted = fc.constantFrom(3, 4.5, 7);
    fc.assert(
      fc.property(
        fc.record({ r: channel, g: channel, b: channel, alpha: fc.double({ min: 0, max: 1, noNaN: true }) }),
        opaque,
        wanted,
        (front, back, ratio) => {
          const possible = Math.max(contrast(BLACK, back), contrast(WHITE, back)) >= ratio;
          const reached = contrast(parseColour(formatColour(nearestReadable(front, back, ratio)))!, back);
          if (possible) expect(reached).toBeGreaterThanOrEqual(ratio);
          else expect(reached).toBe(Math.max(contrast(BLACK, back), contrast(WHITE, back)));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('is the colour itself if that is readable', () => {
    fc.assert(
      fc.property(opaque, opaque, (front, back) => {
        fc.pre(contrast(front, back) >= 4.5);
        expect(nearestReadable({ ...front, alpha: 1 }, back, 4.5)).toEqual(front);
      }),
    );
  });

  it('always exists for text, because black or white reaches 4.5 on anything', () => {
    fc.assert(
      fc.property(opaque, (back) => {
        expect(Math.max(contrast(BLACK, back), contrast(WHITE, back))).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });
});
