import { averageWidth, readFontMetrics, type FontMetrics } from './font-file.ts';

/** Fonts that the devices of visitors have: nothing is loaded. Each stack has a font for every common system. */
const SANS = 'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif';

export const FONT_STACKS = {
  system: SANS,
  humanist: 'Seravek,"Gill Sans Nova",Ubuntu,Calibri,"DejaVu Sans",source-sans-pro,sans-serif',
  geometric: 'Avenir,Montserrat,Corbel,"URW Gothic",source-sans-pro,sans-serif',
  rounded:
    'ui-rounded,"Hiragino Maru Gothic ProN",Quicksand,Comfortaa,Manjari,"Arial Rounded MT Bold",Calibri,sans-serif',
  serif: '"Iowan Old Style","Palatino Linotype","URW Palladio L",P052,Georgia,serif',
  slab: 'Rockwell,"Rockwell Nova","Roboto Slab","DejaVu Serif","Sitka Small",serif',
  mono: 'ui-monospace,"Cascadia Code","SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace',
} as const;

export type FontStack = keyof typeof FONT_STACKS;

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

/** System fonts, which are available at once. */
const SYSTEM = FONT_STACKS.system;

export interface FontChoice {
  /** The value of `font-family`. */
  readonly stack: string;
  /** The URL of the requested weight. */
  readonly url?: string;
  /** The cut for bold text. One of several, so that a first page loads no second bold file. */
  readonly strong?: FontCut;
  /** What the site lacks, and what it uses. */
  readonly problem?: string;
}

export function createFonts(fonts: readonly ThemeFont[]) {
  const used = new Set<ThemeFont>();
  const system = (problem: string): FontChoice => ({ stack: SYSTEM, problem });
  return {
    choose({ fontHolderId, weight }: FontWish): FontChoice {
      if (fontHolderId === undefined) return { stack: SYSTEM };
      const font = fonts.find(({ names }) => names.includes(fontHolderId));
      if (!font) return system(`there is no font ${fontHolderId}; the site uses the visitor's system font`);
      const cuts = ownCuts(font);
      if (cuts.length === 0)
        return system(
          `${font.family} has no file in media/, and the site loads nothing from other hosts; it uses the visitor's system font`,
        );
      used.add(font);
      const stack = `${cssString(font.family)},${cssString(fallbackFamily(font.family))},${SYSTEM}`;
      const cut = cuts.find((each) => each.weight === weight);
      const bold = nearestCut(BOLD, cuts);
      const strong = bold.weight >= LEAST_BOLD ? { strong: bold } : {};
      if (cut) return { stack, url: cut.url, ...strong };
      const nearest = nearestCut(weight, cuts).weight;
      return { stack, problem: `${font.family} has no weight ${weight}; the site uses ${nearest}`, ...strong };
    },
    /** The `@font-face` rules of all requested fonts; `early` are the URLs of files that pages preload. */
    faces: (early: ReadonlySet<string>): readonly string[] =>
      [...used].flatMap((font) => ownCuts(font).flatMap((cut) => facesOf(font, cut, early))),
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

const fallbackFamily = (family: string): string => `${family} Fallback`;

/** The widths of Arial's letters, in the order of `LETTERS`. Liberation Sans and Helvetica have the same widths. */
const ARIAL = {
  names: ['Arial', 'ArialMT', 'Liberation Sans', 'Helvetica'],
  widths: [
    278, 556, 556, 222, 500, 556, 278, 333, 556, 556, 222, 556, 500, 833, 556, 556, 278, 556, 556, 500, 500, 556, 722,
    500, 500, 222, 500,
  ],
};
const BOLD_ARIAL = {
  names: ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold', 'Helvetica Bold'],
  widths: [
    278, 556, 556, 278, 556, 611, 333, 389, 611, 611, 278, 611, 556, 889, 611, 611, 333, 611, 611, 556, 556, 611, 778,
    556, 556, 278, 500,
  ],
};

/**
 * A system font, stretched so that its text takes as much space as the real font: then the layout does not shift when
 * the real font loads.
 */
function fallbackFace(metrics: FontMetrics, weight: number): Readonly<Record<string, string>> {
  const { names, widths } = weight >= LEAST_BOLD ? BOLD_ARIAL : ARIAL;
  const size = metrics.averageWidth / averageWidth(widths.map((width) => width / 1000));
  return {
    src: names.map((name) => `local("${name}")`).join(','),
    'size-adjust': percent(size),
    'ascent-override': percent(metrics.ascent / size),
    'descent-override': percent(metrics.descent / size),
    'line-gap-override': percent(metrics.lineGap / size),
  };
}

const percent = (share: number): string => `${Number((Math.max(0, share) * 100).toFixed(2))}%`;

/** Writes CSS from untrusted values. */
export const cssRule = (selector: string, declarations: Readonly<Record<string, string>>): string =>
  `${selector}{${Object.entries(declarations)
    .map(([property, value]) => `${property}:${value}`)
    .join(';')}}`;

// oxlint-disable-next-line no-control-regex
const SPECIAL = /["\\\u0000-\u001f\u007f<>{};]/g;

/** Escaped so that no character can end the string early. */
const cssString = (text: string): string =>
  `"${text.replace(SPECIAL, (character) => `\\${character.charCodeAt(0).toString(16)} `)}"`;

const cssUrl = (url: string): string => `url(${cssString(url)})`;
