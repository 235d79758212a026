/** Colours that must be readable on cards: those that content chooses for dots, bars and icons, and those of texts. */
import { formatColour, parseColour, type Colour } from '../../kinds/colour.ts';
import { fromOklch, over, toOklch, CONTROL, readable, isLight, TEXT } from './colour.ts';

/** Marks are on cards and on the page. */
type Grounds = Readonly<Record<'background' | 'surface-background', string>>;

export type MarkGrounds = Readonly<Record<'light' | 'dark', Grounds>>;

export interface MarkColours {
  readonly light: string;
  readonly dark: string;
}

const WHITE = { r: 255, g: 255, b: 255 };

/** The chroma that colours get, if it takes no more than doubling theirs: a grey stays one. */
const VIVID = 0.12;

/**
 * Colours that are told apart on paper are dark, and in the dark they would drown. There they become light with their own
 * hue and enough of it: mixed with white, they would all look alike.
 */
export function markColours(colour: string, grounds: MarkGrounds): MarkColours {
  const own = solid(colour);
  const { l, c, h } = toOklch(own);
  const night = fromOklch({ l: Math.max(l, 0.64 + 0.22 * l), c: Math.max(c, Math.min(2 * c, VIVID)), h });
  const on = (mark: Colour, ground: Grounds): string =>
    formatColour(readable(mark, [solid(ground['surface-background']), solid(ground.background)], CONTROL));
  return { light: on(own, grounds.light), dark: on(night, grounds.dark) };
}

const solid = (colour: string): Colour => over(parseColour(colour) ?? { ...WHITE, alpha: 1 }, WHITE);

/** The colours of highlighted code and of admonitions, the same in every theme, in degrees. */
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
