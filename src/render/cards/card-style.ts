/** The colours and fonts of link previews, from the theme. */
import { hash } from 'node:crypto';
import { formatColour, parseColour } from '../../kinds/colour.ts';
import type { Site } from '../../site/site.ts';
import type { ThemeFont } from '../theme/fonts.ts';
import { readLook, type TextStyleLook } from '../theme/look.ts';
import type { SiteTheme } from '../theme/theme-css.ts';
import type { CardLook } from './card.ts';
import type { Rgb } from './png.ts';

/** Plain data, so that other processes can draw cards too. */
export interface CardStyle {
  readonly look: CardLook;
  /** Font files, in the order in which they are tried. */
  readonly title: readonly Uint8Array[];
  readonly text: readonly Uint8Array[];
  /** Identifies all of it. */
  readonly digest: string;
}

/** For themes without fonts of their own, and for letters that these do not have. */
export interface FallbackFonts {
  readonly title: Uint8Array;
  readonly text: Uint8Array;
}

/** Change it to have all cards drawn again. */
const RECIPE = 'v2';

/** The weight of a card's text: lighter letters vanish in small previews. */
const TEXT_WEIGHT = 600;

interface Sources {
  readonly schemes: SiteTheme['schemes'];
  readonly fonts: readonly ThemeFont[];
  readonly fallback: FallbackFonts;
}

export function cardStyleOf(site: Site, { schemes, fonts, fallback }: Sources): CardStyle {
  const { light } = schemes;
  const look: CardLook = {
    background: rgbOf(light['app-bar-background'])!,
    text: rgbOf(light['app-bar-accent'])!,
    stripe: rgbOf(light['primary-background'])!,
  };
  const { textStyles } = readLook(site.root);
  const style = (name: TextStyleLook['name']) => textStyles.find((each) => each.name === name)!.font;
  const files = {
    title: [...fileOf(style('title'), fonts), fallback.title],
    text: [...fileOf({ ...style('body'), weight: TEXT_WEIGHT }, fonts), fallback.text],
  };
  const bytes = [...files.title, ...files.text].map((file) => hash('sha256', file));
  return { look, ...files, digest: hash('sha256', JSON.stringify([RECIPE, look, bytes])) };
}

/** A file on another host is not read. */
function fileOf({ fontHolderId, weight }: TextStyleLook['font'], fonts: readonly ThemeFont[]): readonly Uint8Array[] {
  const font = fonts.find(({ names }) => fontHolderId !== undefined && names.includes(fontHolderId));
  const [nearest] = (font?.cuts ?? [])
    .filter(({ read }) => read !== undefined)
    .toSorted((one, other) => Math.abs(one.weight - weight) - Math.abs(other.weight - weight));
  try {
    return nearest ? [nearest.read!()] : [];
  } catch {
    // The missing file is reported where the style sheet needs it.
    return [];
  }
}

export function rgbOf(written: string): Rgb | undefined {
  const colour = parseColour(written);
  if (!colour) return undefined;
  const hex = formatColour(colour);
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
}
