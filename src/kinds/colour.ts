/** Colours as written in a theme, and their contrast as defined by WCAG 2. */
export interface Colour {
  /** From 0 to 255. */
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

export interface Translucent extends Colour {
  /** From 0 to 1. */
  readonly alpha: number;
}

export function parseColour(hex: string): Translucent | undefined {
  const digits = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(hex)?.[1];
  if (digits === undefined) return undefined;
  const long = digits.length < 6 ? digits.replace(/./g, '$&$&') : digits;
  const channel = (index: number): number => Number.parseInt(long.slice(index * 2, index * 2 + 2), 16);
  return { r: channel(0), g: channel(1), b: channel(2), alpha: long.length === 8 ? channel(3) / 255 : 1 };
}

export function formatColour({ r, g, b }: Colour, alpha = 1): string {
  const channels = alpha < 1 ? [r, g, b, alpha * 255] : [r, g, b];
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}

/** From 1 (the same) to 21 (black on white). */
export function contrast(one: Colour, other: Colour): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

export function luminance({ r, g, b }: Colour): number {
  return 0.2126 * toLinear(r) + 0.7152 * toLinear(g) + 0.0722 * toLinear(b);
}

/** A channel as an amount of light, from 0 to 1. */
export function toLinear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
