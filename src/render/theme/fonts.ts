import { fallbackFace, fallbackFamily } from './fallback-face.ts';
import { readFontMetrics } from './font-metrics.ts';
import { cssRule, cssString, cssUrl } from './css.ts';
import { FONT_STACKS } from './font-stacks.ts';

/** The parts of a font document that the theme needs. */
export interface ThemeFont {
  /** The names that a `fontRef` may use: its address, its id. */
  readonly names: readonly string[];
  readonly family: string;
  readonly cuts: readonly FontCut[];
}

export interface FontCut {
  readonly weight: number;
  /** As in the style sheet. */
  readonly url: string;
  /** Reads the file, for its measures. */
  readonly read?: () => Uint8Array;
}

/** A font and weight that a text style requests. */
export interface FontWish {
  readonly fontHolderId: string | undefined;
  readonly weight: number;
}

/** A problem with a font that a theme requests. */
export type FontProblem =
  | { readonly code: 'font-unknown'; readonly name: string }
  /** It has no file, or only files on other hosts. */
  | { readonly code: 'font-without-file'; readonly name: string }
  | { readonly code: 'font-weight-missing'; readonly name: string; readonly weight: number; readonly nearest: number };

/** System fonts, which are available at once. */
const SYSTEM = FONT_STACKS.system;

export interface FontChoice {
  /** The value of `font-family`. */
  readonly stack: string;
  /** The URL of the requested weight. */
  readonly url?: string;
  /** The cut for bold text. One of several, so that a first page loads no second bold file. */
  readonly strong?: FontCut;
  readonly problem?: FontProblem;
}

export interface Fonts {
  readonly choose: (wish: FontWish) => FontChoice;
  /** The `@font-face` rules of all requested fonts; `early` are the URLs of files that pages preload. */
  readonly faces: (early: ReadonlySet<string>) => readonly string[];
}

export function createFonts(fonts: readonly ThemeFont[]): Fonts {
  const used = new Set<ThemeFont>();
  return {
    choose({ fontHolderId, weight }) {
      if (fontHolderId === undefined) return { stack: SYSTEM };
      const font = fonts.find(({ names }) => names.includes(fontHolderId));
      if (!font) return { stack: SYSTEM, problem: { code: 'font-unknown', name: fontHolderId } };
      const cuts = ownCuts(font);
      if (cuts.length === 0) return { stack: SYSTEM, problem: { code: 'font-without-file', name: font.family } };
      used.add(font);
      const stack = `${cssString(font.family)},${cssString(fallbackFamily(font.family))},${SYSTEM}`;
      const cut = cuts.find((each) => each.weight === weight);
      const bold = nearestCut(BOLD, cuts);
      const strong = bold.weight >= LEAST_BOLD ? { strong: bold } : {};
      if (cut) return { stack, url: cut.url, ...strong };
      const nearest = nearestCut(weight, cuts).weight;
      return { stack, problem: { code: 'font-weight-missing', name: font.family, weight, nearest }, ...strong };
    },
    faces: (early) => [...used].flatMap((font) => ownCuts(font).flatMap((cut) => facesOf(font, cut, early))),
  };
}

/** Files on other hosts are excluded: every visitor would load them before a click. */
const ownCuts = ({ cuts }: ThemeFont): readonly FontCut[] =>
  cuts.filter(({ url }) => !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(url));

export const BOLD = 700;
const LEAST_BOLD = 600;

const nearestCut = (weight: number, cuts: readonly FontCut[]): FontCut =>
  cuts.reduce((best, cut) => (Math.abs(cut.weight - weight) < Math.abs(best.weight - weight) ? cut : best));

function facesOf({ family }: ThemeFont, { weight, url, read }: FontCut, early: ReadonlySet<string>): readonly string[] {
  const face = cssRule('@font-face', {
    'font-family': cssString(family),
    'font-weight': `${weight}`,
    // If a preloaded file is late, it is used from the next page on, so that this page does not shift. The others cannot be
    // there when a first page is drawn, and without a moment's patience no first page would ever show them.
    'font-display': early.has(url) ? 'optional' : 'fallback',
    src: `${cssUrl(url)}${formatOf(url)}`,
  });
  const metrics = read && readFontMetrics(read);
  if (!metrics) return [face];
  const fallback = { 'font-family': cssString(fallbackFamily(family)), 'font-weight': `${weight}` };
  return [face, cssRule('@font-face', { ...fallback, ...fallbackFace(metrics, weight) })];
}

const FORMATS: Readonly<Record<string, string>> = { woff2: 'woff2', woff: 'woff', ttf: 'truetype', otf: 'opentype' };

function formatOf(url: string): string {
  const format = FORMATS[/\.(\w+)(?:[?#].*)?$/.exec(url)?.[1]?.toLowerCase() ?? ''];
  return format === undefined ? '' : ` format("${format}")`;
}
