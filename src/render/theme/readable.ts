import { contrast, type Colour } from '../../kinds/colour.ts';
import { fromOklch, isLight, toOklch } from './colour.ts';

/** What text needs on its background, and what controls and their borders need beside theirs: WCAG 2, level AA. */
export const TEXT = 4.5;
export const CONTROL = 3;

const STEP = 0.004;

/**
 * The colour itself if it can be read on all of the backgrounds, else the one of the same hue that is lighter or darker by
 * the least. Where no lightness will do on all of them, the first decides.
 */
export function readable(colour: Colour, backgrounds: readonly [Colour, ...Colour[]], wanted: number): Colour {
  const passes = (candidate: Colour): boolean =>
    backgrounds.every((background) => contrast(candidate, background) >= wanted);
  if (passes(colour)) return colour;
  const { l, c, h } = toOklch(colour);
  // Away from the background first, where both ways are equally long.
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
