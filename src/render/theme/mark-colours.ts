/** The colours that content chooses, as small marks on cards: dots, bars and icons. */
import { formatColour, parseColour, type Colour } from '../../kinds/colour.ts';
import { fromOklch, over, toOklch } from './colour.ts';
import { CONTROL, readable } from './readable.ts';

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
