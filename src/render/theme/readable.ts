import { contrast, type Colour } from '../../kinds/colour.ts';
import { fromOklch, isLight, toOklch } from './colour.ts';

/** The contrast that WCAG 2, level AA, requires for text, and for controls and their borders. */
export const TEXT = 4.5;
export const CONTROL = 3;

const STEP = 0.004;

/**
 * Returns the colour if it is readable on all backgrounds, else the nearest lighter or darker one of the same hue. If no
 * lightness works on all of them, only the first background counts.
 */
export function readable(colour: Colour, backgrounds: readonly [Colour, ...Colour[]], wanted: number): Colour {
  const passes = (candidate: Colour): boolean =>
    backgrounds.every((background) => contrast(candidate, background) >= wanted);
  if (passes(colour)) return colour;
  const { l, c, h } = toOklch(colour);
  // On a tie, prefer the direction away from the background.
  const ways = isLight(backgrounds[0]) ? [-STEP, STEP] : [STEP, -STEP];
  for (let steps = 1; steps <= 1 / STEP; steps++) {
    for (const way of ways) {
      const lightness = l + way * steps;
      if (lightness < 0 || lightness > 1) continue;
      const candidate = fromOklch({ l: lightness, c, h });
      if (passes(candidate)) return candidate;
    }
  }
  if (backgrounds.length > 1) return readable(colour, [backgrounds[0]], wanted);
  return isLight(backgrounds[0]) ? { r: 0, g: 0, b: 0 } : { r: 255, g: 255, b: 255 };
}
