/** The colours of highlighted code and of admonitions: the same hues in every theme, readable on its cards. */
import type { Colour } from '../../kinds/colour.ts';
import { fromOklch, isLight } from './colour.ts';
import { readable, TEXT } from './readable.ts';

/** In degrees. */
const HUES = { red: 25, amber: 65, green: 150, blue: 255, purple: 305 } as const;

export type HueName = keyof typeof HUES;

export function huesOn(surface: Colour): Readonly<Record<HueName, Colour>> {
  const l = isLight(surface) ? 0.47 : 0.78;
  const colourOf = (degrees: number): Colour =>
    readable(fromOklch({ l, c: 0.13, h: (degrees * Math.PI) / 180 }), [surface], TEXT);
  return Object.fromEntries(Object.entries(HUES).map(([name, degrees]) => [name, colourOf(degrees)])) as Record<
    HueName,
    Colour
  >;
}
