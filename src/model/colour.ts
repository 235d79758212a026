/** Colours as the theme writes them, their contrast as WCAG 2 measures it, and the nearest colour that can be read. */
export interface Colour {
  readonly r: number;
  readonly g: number;
  readonly b: number;
  /** From 0 to 1. */
  readonly alpha: number;
}

export function parseColour(hex: string): Colour | undefined {
  const digits = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(hex)?.[1];
  if (digits === undefined) return undefined;
  const long = digits.length < 6 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const channel = (index: number): number => Number.parseInt(long.slice(index * 2, index * 2 + 2), 16);
  return { r: channel(0), g: channel(1), b: channel(2), alpha: long.length === 8 ? channel(3) / 255 : 1 };
}

export function formatColour({ r, g, b }: Colour): string {
  return `#${[r, g, b].map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}

/** From 1 (the same) to 21 (black on white). */
export function contrast(foreground: Colour, background: Colour): number {
  const [light, dark] = [luminance(over(foreground, background)), luminance(background)].sort((a, b) => b - a);
  return (light! + 0.05) / (dark! + 0.05);
}

/** The colour of the same hue, made just light or dark enough to reach the contrast, whichever changes it less. */
export function nearestReadable(foreground: Colour, background: Colour, wanted: number): Colour {
  const opaque = over(foreground, background);
  const towards = [0, 255].map((end) => firstReadable(opaque, end, background, wanted));
  const [nearest] = towards.filter((found) => found !== undefined).sort((a, b) => a.share - b.share);
  return nearest?.colour ?? (contrast(BLACK, background) > contrast(WHITE, background) ? BLACK : WHITE);
}

const BLACK: Colour = { r: 0, g: 0, b: 0, alpha: 1 };
export const WHITE: Colour = { r: 255, g: 255, b: 255, alpha: 1 };

function firstReadable(from: Colour, end: number, background: Colour, wanted: number) {
  const STEPS = 256;
  for (let step = 0; step <= STEPS; step++) {
    const share = step / STEPS;
    const mix = (channel: number): number => Math.round(channel + (end - channel) * share);
    const colour: Colour = { r: mix(from.r), g: mix(from.g), b: mix(from.b), alpha: 1 };
    if (contrast(colour, background) >= wanted) return { colour, share };
  }
  return undefined;
}

/** A translucent colour as it looks on another. */
export function over(foreground: Colour, background: Colour): Colour {
  const { alpha } = foreground;
  const mix = (a: number, b: number): number => a * alpha + b * (1 - alpha);
  return {
    r: mix(foreground.r, background.r),
    g: mix(foreground.g, background.g),
    b: mix(foreground.b, background.b),
    alpha: 1,
  };
}

function luminance({ r, g, b }: Colour): number {
  const linear = (channel: number): number => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}
