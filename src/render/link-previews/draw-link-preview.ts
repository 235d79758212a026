/** The drawing of a link preview: 1200 × 630 pixels with the title of a page, its time and place, and the site's name. */
import { constants } from 'node:zlib';
import { cutAtWord } from '../../site/text/excerpt.ts';
import { oncePer } from '../../values/once-per.ts';
import { readOutlines, type Outlines } from './outlines.ts';
import { encodePng } from '../png.ts';
import { fill, type Bitmap } from './raster.ts';

export type Rgb = readonly [number, number, number];

export interface LinkPreviewContent {
  readonly title: string;
  /** When and where, or the list it is on. */
  readonly details: readonly string[];
  readonly siteName: string;
  /** The colour of its category. */
  readonly colour?: Rgb;
}

/** The content of a link preview, as plain data. */
export interface LinkPreview {
  /** Relative to the site's root, without a leading slash. */
  readonly path: string;
  /** A digest of the content and the style. */
  readonly name: string;
  readonly content: LinkPreviewContent;
}

export interface LinkPreviewLook {
  readonly background: Rgb;
  readonly text: Rgb;
  /** The colour of link previews without a category. */
  readonly stripe: Rgb;
}

/** Plain data, so that other processes can draw link previews too. */
export interface LinkPreviewStyle {
  readonly look: LinkPreviewLook;
  /** Font files, in the order in which they are tried. */
  readonly title: readonly Uint8Array[];
  readonly text: readonly Uint8Array[];
  /** Identifies all of it. */
  readonly digest: string;
}

interface LinkPreviewFonts {
  /** In order: a letter is taken from the first font that has it. */
  readonly title: readonly Outlines[];
  readonly text: readonly Outlines[];
}

export const SIZE = { width: 1200, height: 630 } as const;

const MARGIN = 84;
const STRIPE = 28;
const INNER = SIZE.width - STRIPE - 2 * MARGIN;
const TITLE_SIZES = [104, 92, 80, 70, 60, 52] as const;
const TEXT_SIZE = 40;
const DETAIL_HEIGHT = 56;
const NAME_SIZE = 34;
const LINE = 1.16;

export function drawLinkPreview(
  content: LinkPreviewContent,
  look: LinkPreviewLook,
  fonts: LinkPreviewFonts,
): Uint8Array {
  const rows = emptyRows();
  for (const line of linesOf(content, fonts)) drawLine(rows, line);
  const palette = paletteOf(look, content.colour ?? look.stripe).flat();
  return encodePng({ ...SIZE, bits: 4, rows, palette, compression: RUNS });
}

/** Looking for more than runs takes four times as long and saves a fifth. A link preview is compressed in one step. */
const RUNS = { strategy: constants.Z_RLE, chunkSize: 1 << 17 };

/** Two pixels a byte, and one byte for the filter that each row of a picture begins with. */
const ROW = SIZE.width / 2 + 1;

let memory: Uint8Array | undefined;

/** A link preview without a text. All link previews are drawn in the same memory, one after another. */
function emptyRows(): Uint8Array {
  const rows = (memory ??= new Uint8Array(ROW * SIZE.height));
  rows.fill(0);
  for (let start = 1; start < rows.length; start += ROW) rows.fill(STRIPE_COLOUR * 17, start, start + STRIPE / 2);
  return rows;
}

/** Text covers a pixel by so many of these parts; the colour after the last is that of the stripe: 16 colours in all. */
const SHADES = 14;
const STRIPE_COLOUR = SHADES + 1;

const paletteOf = ({ background, text }: LinkPreviewLook, stripe: Rgb): readonly Rgb[] => [
  ...Array.from({ length: SHADES + 1 }, (_, shade): Rgb => {
    const mix = (channel: 0 | 1 | 2): number =>
      Math.round(background[channel] + ((text[channel] - background[channel]) * shade) / SHADES);
    return [mix(0), mix(1), mix(2)];
  }),
  stripe,
];

interface Line {
  readonly text: string;
  /** The baseline. */
  readonly y: number;
  readonly size: number;
  readonly fonts: readonly Outlines[];
}

function linesOf(content: LinkPreviewContent, { title: titleFonts, text: fonts }: LinkPreviewFonts): readonly Line[] {
  const details = content.details.map((text) => fitted(text, TEXT_SIZE, fonts));
  const title = titleLines(content.title, details.length, titleFonts);
  const below = details.length * DETAIL_HEIGHT + (details.length > 0 ? 20 : 0);
  const upwards = (index: number, count: number): number => count - 1 - index;
  return [
    { text: fitted(content.siteName, NAME_SIZE, fonts), y: MARGIN + 22, size: NAME_SIZE, fonts },
    ...title.lines.map((text, index) => ({
      text,
      y: SIZE.height - MARGIN - below - (upwards(index, title.lines.length) * LINE + 0.12) * title.size,
      size: title.size,
      fonts: titleFonts,
    })),
    ...details.map((text, index) => ({
      text,
      y: SIZE.height - MARGIN - upwards(index, details.length) * DETAIL_HEIGHT - 4,
      size: TEXT_SIZE,
      fonts,
    })),
  ];
}

/** The largest size at which the title fits. A longer one is cut. */
function titleLines(title: string, details: number, fonts: readonly Outlines[]) {
  const room = SIZE.height - 2 * MARGIN - NAME_SIZE - 56 - details * DETAIL_HEIGHT - 20;
  for (const size of TITLE_SIZES) {
    const lines = broken(title, size, fonts);
    if (lines.length * size * LINE <= room && lines.length <= 4) return { size, lines };
  }
  const size = TITLE_SIZES.at(-1)!;
  const most = Math.floor(room / (size * LINE));
  const lines = broken(title, size, fonts).slice(0, most);
  const last = fitted(`${lines.at(-1)}…`, size, fonts);
  return { size, lines: [...lines.slice(0, -1), last] };
}

function broken(text: string, size: number, fonts: readonly Outlines[]): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').flatMap((each) => parts(each, size, fonts))) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && widthOf(longer, size, fonts) <= INNER) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** A word that is wider than the link preview, or a sentence in a script without spaces. */
function parts(word: string, size: number, fonts: readonly Outlines[]): readonly string[] {
  if (widthOf(word, size, fonts) <= INNER) return [word];
  const found = [''];
  for (const character of word) {
    if (widthOf(found.at(-1)! + character, size, fonts) <= INNER) found[found.length - 1] += character;
    else found.push(character);
  }
  return found;
}

function fitted(text: string, size: number, fonts: readonly Outlines[]): string {
  let shown = text;
  while (shown.length > 8 && widthOf(shown, size, fonts) > INNER) shown = cutAtWord(text, shown.length - 1);
  return shown;
}

const widthOf = (text: string, size: number, fonts: readonly Outlines[]): number => {
  let width = 0;
  for (const character of text) width += (fontWith(character, fonts)?.width(character) ?? 0) * size;
  return width;
};

const fontWith = (character: string, fonts: readonly Outlines[]): Outlines | undefined =>
  fonts.find((font) => font.has(character));

function drawLine(rows: Uint8Array, { text, y, size, fonts }: Line): void {
  let pen = STRIPE + MARGIN;
  for (const character of text) {
    const font = fontWith(character, fonts);
    if (!font) continue;
    const x = Math.round(pen);
    stamp(rows, bitmapOf(font, character, size, x), x, Math.round(y));
    pen += font.width(character) * size;
  }
}

/** Letters are drawn once for each size and each half of a byte that they begin in: link previews share them. */
const bitmapsOf = oncePer((_: Outlines) => new Map<string, Bitmap>());

function bitmapOf(font: Outlines, character: string, size: number, x: number): Bitmap {
  const bitmaps = bitmapsOf(font);
  const key = `${size} ${x & 1} ${character}`;
  let bitmap = bitmaps.get(key);
  if (!bitmap) bitmaps.set(key, (bitmap = twoInByte(fill(font.segments(character), size, SHADES), x)));
  return bitmap;
}

/** Its width and its left edge are in bytes then. */
function twoInByte({ width, height, left, top, shades }: Bitmap, x: number): Bitmap {
  const inner = (x + left) & 1;
  const bytes = (width + inner + 1) >> 1;
  const pairs = new Uint8Array(bytes * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const place = column + inner;
      pairs[row * bytes + (place >> 1)]! |= shades[row * width + column]! << (place & 1 ? 0 : 4);
    }
  }
  return { width: bytes, height, left: left - inner, top, shades: pairs };
}

/** Letters never reach the edges: lines begin behind the margin and are cut before the other one. */
function stamp(rows: Uint8Array, { width, height, left, top, shades }: Bitmap, x: number, y: number): void {
  for (let row = 0; row < height; row++) {
    const start = (y + top + row) * ROW + 1 + ((x + left) >> 1);
    for (let column = 0; column < width; column++) {
      const pair = shades[row * width + column]!;
      if (pair > 0) rows[start + column] = darker(rows[start + column]!, pair);
    }
  }
}

/** Neighbours may cover the same pixel. */
const darker = (one: number, other: number): number =>
  one === 0 ? other : Math.max(one & 0xf0, other & 0xf0) | Math.max(one & 15, other & 15);

let last: { readonly digest: string; readonly fonts: LinkPreviewFonts } | undefined;

/** Reading fonts takes as long as drawing thirty link previews, and a site has one style. */
export function fontsIn({ title, text, digest }: LinkPreviewStyle): LinkPreviewFonts {
  const outlines = (files: readonly Uint8Array[]) => files.flatMap((file) => readOutlines(file) ?? []);
  if (last?.digest !== digest) last = { digest, fonts: { title: outlines(title), text: outlines(text) } };
  return last.fonts;
}

export const drawLinkPreviews = (
  style: LinkPreviewStyle,
  contents: readonly LinkPreviewContent[],
): readonly Uint8Array[] => contents.map((content) => drawLinkPreview(content, style.look, fontsIn(style)));
