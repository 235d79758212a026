/** Reads the look of a broadcast and clamps its values. */
import { isObject, valueAt, type Json, type Path } from '../../values/json.ts';
import { parseColour, type Colour } from '../../kinds/colour.ts';
import { over } from './colour.ts';
import type { FontStack, FontWish } from './fonts.ts';
import { CHOICES, type Wishes } from './scheme.ts';

/** The fields of a broadcast that define its look, as written. */
export interface LookFields {
  readonly theme?: unknown;
  readonly appBar?: unknown;
  readonly bottomBar?: unknown;
  readonly menu?: unknown;
}

export type StackByStyle = Readonly<Partial<Record<TextStyleLook['name'], FontStack>>>;

/** The look that a site starts from, in the form of a broadcast's fields, and with fonts that devices have. */
export interface BaseLook extends LookFields {
  readonly fonts?: StackByStyle;
}

export const DECORATIONS = ['shadow', 'border', 'none'] as const;
export type Decoration = (typeof DECORATIONS)[number];

export interface Look {
  readonly wishes: Wishes;
  readonly surfaceOpacity: number;
  readonly decoration: Decoration;
  /** In pixels. */
  readonly strokeWidth: number;
  readonly radius: number;
  readonly bottomBarRadius: number;
  readonly textStyles: readonly TextStyleLook[];
}

export interface TextStyleLook {
  readonly name: 'title' | 'subtitle' | 'body' | 'button';
  readonly font: FontWish & { readonly style: string };
  /** Used instead of the font. */
  readonly stack?: FontStack;
  /** The path of the font setting. */
  readonly fontPath: Path;
  /** In pixels. */
  readonly size: number;
}

const TEXT_STYLES = [
  { name: 'title', size: 36, weight: 800 },
  { name: 'subtitle', size: 21, weight: 600 },
  { name: 'body', size: 17, weight: 400 },
  { name: 'button', size: 16, weight: 600 },
] as const;

export interface LookSources {
  /** The look beneath the broadcast's own. */
  readonly base?: BaseLook | undefined;
  /** Fonts instead of the broadcast's. */
  readonly fonts?: StackByStyle | undefined;
}

export function readLook(fields: LookFields, { base = {}, fonts = {} }: LookSources = {}): Look {
  const values = overlaid(fields as Json, base as Json);
  const decoration = valueAt(values, ['theme', 'surfaceDecoration']);
  return {
    wishes: readWishes(values),
    surfaceOpacity: readNumber(values, ['theme', 'surfaceOpacity'], { most: 1, otherwise: 1 }),
    decoration: DECORATIONS.find((each) => each === decoration) ?? 'shadow',
    strokeWidth: readNumber(values, ['theme', 'strokeWidth'], { most: 16, otherwise: 1 }),
    radius: readNumber(values, ['theme', 'borderRadius'], { most: 64, otherwise: 12 }),
    bottomBarRadius: readNumber(values, ['bottomBar', 'borderRadius'], { most: 64, otherwise: 0 }),
    textStyles: TEXT_STYLES.map((style) => {
      const read = readTextStyle(values, style);
      const stack = fonts[style.name] ?? (read.font.fontHolderId === undefined ? base.fonts?.[style.name] : undefined);
      return stack === undefined ? read : { ...read, font: { ...read.font, fontHolderId: undefined }, stack };
    }),
  };
}

/** Key by key: a value that is not set leaves the one below. */
function overlaid(over: Json | undefined, below: Json | undefined): Json {
  if (over === undefined || over === null) return below ?? null;
  if (!isObject(over) || !isObject(below)) return over;
  const names = new Set([...Object.keys(below), ...Object.keys(over)]);
  return Object.fromEntries([...names].map((name) => [name, overlaid(over[name], below[name])]));
}

const WHITE: Colour = { r: 255, g: 255, b: 255 };

function readWishes(values: Json): Wishes {
  // Translucent colours are shown on the page, which is on white.
  const page = readColour(values, CHOICES.background.field, WHITE) ?? WHITE;
  const entries = Object.entries(CHOICES).map(([role, { field }]) => [
    role,
    field && readColour(values, field, role === 'background' ? WHITE : page),
  ]);
  return Object.fromEntries(entries.filter(([, colour]) => colour !== undefined));
}

function readColour(values: Json, path: Path, below: Colour): Colour | undefined {
  const written = valueAt(values, path);
  const colour = typeof written === 'string' ? parseColour(written) : undefined;
  return colour && over(colour, below);
}

function readTextStyle(values: Json, { name, size, weight }: (typeof TEXT_STYLES)[number]): TextStyleLook {
  const own: Path = ['theme', `${name}TextStyle`];
  const hasFont = isObject(valueAt(values, [...own, 'fontRef']));
  const fontPath: Path = hasFont ? [...own, 'fontRef'] : ['theme', 'fontRef'];
  const family = valueAt(values, [...fontPath, 'fontHolderId']);
  return {
    name,
    fontPath,
    font: {
      fontHolderId: typeof family === 'string' ? family : undefined,
      // The theme's font is for body text: the other styles use its weight only if they name it.
      weight: readNumber(values, hasFont || name === 'body' ? [...fontPath, 'weight'] : [], {
        least: 1,
        most: 1000,
        otherwise: weight,
      }),
      style: valueAt(values, [...fontPath, 'style']) === 'italic' ? 'italic' : 'normal',
    },
    size: readNumber(values, [...own, 'fontSize'], { least: 8, most: 200, otherwise: size }),
  };
}

function readNumber(values: Json, path: Path, bounds: { least?: number; most: number; otherwise: number }): number {
  const value = valueAt(values, path);
  if (typeof value !== 'number' || !Number.isFinite(value)) return bounds.otherwise;
  const hundredths = Math.round(value * 100) / 100;
  return Math.min(Math.max(hundredths, bounds.least ?? 0), bounds.most);
}
