import { describe, expect, it } from 'vitest';
import { contrast, parseColour } from '../../src/kinds/colour.ts';
import { toOklch } from '../../src/render/theme/colour.ts';
import { markColours } from '../../src/render/theme/mark-colours.ts';
import { themeCss } from '../../src/render/theme/theme-css.ts';

/** Those of the categories of the demo: all dark, to be told apart on paper. */
const CATEGORIES = ['#8A5300', '#4A5560', '#4A3B7C', '#1F5A92', '#A02C5D', '#9C2F17', '#5A5F12', '#14606A'];
const { schemes } = themeCss({ theme: { backgroundColor: '#F7EFE1', titleTextStyle: { color: '#0C2B30' } } });

describe('the colour of a category, as a mark on cards', () => {
  const marks = CATEGORIES.map((colour) => markColours(colour, schemes));

  it.each(['light', 'dark'] as const)('is visible on cards and on the page in the %s scheme', (scheme) => {
    for (const role of ['background', 'surface-background'] as const) {
      const ground = parseColour(schemes[scheme][role])!;
      for (const mark of marks) expect(contrast(parseColour(mark[scheme])!, ground)).toBeGreaterThanOrEqual(3);
    }
  });

  it('stays as written in the light scheme, if it is visible there', () => {
    expect(marks.map(({ light }) => light)).toEqual(CATEGORIES.map((colour) => colour.toLowerCase()));
  });

  it('differs from the others in the dark scheme as much as on paper', () => {
    const points = marks.map(({ dark }) => {
      const { l, c, h } = toOklch(parseColour(dark)!);
      return [l, c * Math.cos(h), c * Math.sin(h)];
    });
    const distances = points.flatMap((one, index) =>
      points.slice(index + 1).map((other) => Math.hypot(...one.map((value, axis) => value - other[axis]!))),
    );
    expect(Math.min(...distances)).toBeGreaterThan(0.05);
  });

  it('is grey in the dark if it is grey on paper', () => {
    expect(toOklch(parseColour(markColours('#555555', schemes).dark)!).c).toBeLessThan(0.01);
  });
});
