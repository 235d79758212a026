/** Perceptual colours (OKLCH: lightness, chroma, hue), and mixing. */
import { luminance, toLinear, contrast, type Colour, type Translucent } from '../../kinds/colour.ts';

export interface Oklch {
  /** From 0, black, to 1, white. */
  readonly l: number;
  /** From 0, grey, to about 0.37. */
  readonly c: number;
  /** In radians. */
  readonly h: number;
}

/** A translucent colour composited on another. */
export function over({ alpha, ...front }: Translucent, back: Colour): Colour {
  return mix(back, front, alpha);
}

/** Mixes in this share of the second colour. */
export function mix(one: Colour, other: Colour, share: number): Colour {
  const channel = (a: number, b: number): number => Math.round(a + (b - a) * share);
  return { r: channel(one.r, other.r), g: channel(one.g, other.g), b: channel(one.b, other.b) };
}

/** True if black is easier to read on it than white. */
export const isLight = (colour: Colour): boolean => luminance(colour) > 0.179;

export function toOklch(colour: Colour): Oklch {
  const [r, g, b] = [toLinear(colour.r), toLinear(colour.g), toLinear(colour.b)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  const green = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const blue = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return { l: lightness, c: Math.hypot(green, blue), h: Math.atan2(blue, green) };
}

/** The nearest colour in sRGB: same lightness and hue, with reduced chroma if needed. */
export function fromOklch({ l, c, h }: Oklch): Colour {
  let [inside, outside] = [0, c];
  if (isShown(linearOf({ l, c, h }))) inside = c;
  for (let step = 0; step < 14 && inside < c; step++) {
    const middle = (inside + outside) / 2;
    if (isShown(linearOf({ l, c: middle, h }))) inside = middle;
    else outside = middle;
  }
  const [r, g, b] = linearOf({ l, c: inside, h }).map(fromLinear) as [number, number, number];
  return { r, g, b };
}

function linearOf({ l: lightness, c, h }: Oklch): readonly [number, number, number] {
  const [green, blue] = [c * Math.cos(h), c * Math.sin(h)];
  const l = (lightness + 0.3963377774 * green + 0.2158037573 * blue) ** 3;
  const m = (lightness - 0.1055613458 * green - 0.0638541728 * blue) ** 3;
  const s = (lightness - 0.0894841775 * green - 1.291485548 * blue) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const isShown = (channels: readonly number[]): boolean =>
  channels.every((channel) => channel > -0.0005 && channel < 1.0005);

function fromLinear(linear: number): number {
  const clamped = Math.min(Math.max(linear, 0), 1);
  return Math.round(255 * (clamped <= 0.0031308 ? clamped * 12.92 : 1.055 * clamped ** (1 / 2.4) - 0.055));
}

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
