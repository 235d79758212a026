/** Text on a background: how readable it is, and the nearest readable colour. */
import { contrast, type Colour, type Translucent } from '../kinds/colour.ts';

/** The contrast of a possibly translucent colour, as displayed. */
export const contrastOn = (text: Translucent, background: Colour): number =>
  contrast(over(text, background), background);

/** The colour of the same hue, made just light or dark enough to reach the contrast, whichever changes it less. */
export function nearestReadable(text: Translucent, background: Colour, wanted: number): Colour {
  const opaque = over(text, background);
  const towards = [0, 255].map((end) => firstReadable(opaque, end, background, wanted));
  const [nearest] = towards.filter((found) => found !== undefined).sort((a, b) => a.share - b.share);
  return nearest?.colour ?? (contrast(BLACK, background) > contrast(WHITE, background) ? BLACK : WHITE);
}

const BLACK: Colour = { r: 0, g: 0, b: 0 };
export const WHITE: Colour = { r: 255, g: 255, b: 255 };

function firstReadable(from: Colour, end: number, background: Colour, wanted: number) {
  const STEPS = 256;
  for (let step = 0; step <= STEPS; step++) {
    const share = step / STEPS;
    const mix = (channel: number): number => Math.round(channel + (end - channel) * share);
    const colour: Colour = { r: mix(from.r), g: mix(from.g), b: mix(from.b) };
    if (contrast(colour, background) >= wanted) return { colour, share };
  }
  return undefined;
}

/** A translucent colour as it looks on top of another. */
export function over({ r, g, b, alpha }: Translucent, background: Colour): Colour {
  const mix = (front: number, back: number): number => front * alpha + back * (1 - alpha);
  return { r: mix(r, background.r), g: mix(g, background.g), b: mix(b, background.b) };
}
