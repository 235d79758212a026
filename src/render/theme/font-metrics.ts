/** The measures of a font that determine how much space its text takes. */
import { readFontTables, type FontTables } from './font-tables.ts';

export interface FontMetrics {
  /** All values are relative to the font size. */
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  /** Weighted by how often each letter occurs in text. */
  readonly averageWidth: number;
}

/** The letters used for measuring, and how often each occurs per thousand: close enough for all our languages. */
const LETTERS = ' eaisntruoldcmhpfgbvyqwkxjz';
const FREQUENCIES = [
  170, 115, 68, 62, 62, 60, 60, 56, 44, 52, 43, 33, 26, 24, 22, 22, 12, 12, 10, 11, 9, 6, 8, 4, 3, 3, 2,
];

/** Undefined if the file is not a font we can read: then the layout shifts a little when the font loads. */
export function readFontMetrics(read: () => Uint8Array): FontMetrics | undefined {
  try {
    const tables = readFontTables(read());
    const metrics = tables && metricsOf(tables);
    // A symbol font has no letters to measure.
    return metrics && metrics.averageWidth > 0.1 ? metrics : undefined;
  } catch {
    return undefined;
  }
}

function metricsOf(tables: FontTables): FontMetrics {
  const table = (tag: string): DataView => {
    const found = tables.get(tag);
    if (!found) throw new RangeError(`no table ${tag}`);
    return found.data;
  };
  const [head, hhea, os2] = [table('head'), table('hhea'), table('OS/2')];
  const unitsPerEm = head.getUint16(18);
  const glyphOf = readCharacterMap(table('cmap'));
  const advanceOf = readAdvances(tables.get('hmtx')!, hhea.getUint16(34));
  // A flag in the font says which of its two sets of measures applies.
  const usesTypographic = (os2.getUint16(62) & 0x80) !== 0;
  const [measures, at] = usesTypographic ? [os2, 68] : [hhea, 4];
  return {
    ascent: measures.getInt16(at) / unitsPerEm,
    descent: -measures.getInt16(at + 2) / unitsPerEm,
    lineGap: measures.getInt16(at + 4) / unitsPerEm,
    averageWidth: averageWidth([...LETTERS].map((letter) => advanceOf(glyphOf(letter.charCodeAt(0))) / unitsPerEm)),
  };
}

/** Takes the widths of `LETTERS`, in order. */
export function averageWidth(widths: readonly number[]): number {
  const sum = widths.reduce((total, width, index) => total + width * FREQUENCIES[index]!, 0);
  return sum / FREQUENCIES.reduce((total, frequency) => total + frequency, 0);
}

export function readAdvances(
  { data, isTransformed }: { data: DataView; isTransformed: boolean },
  count: number,
): (glyph: number) => number {
  // The transformed table has a byte of flags and then only widths; the usual one has a width and a bearing each.
  const [start, step] = isTransformed ? [1, 2] : [0, 4];
  return (glyph) => data.getUint16(start + Math.min(glyph, count - 1) * step);
}

/** Reads the segments of format 4, which every web font has for its basic letters. */
export function readCharacterMap(cmap: DataView): (character: number) => number {
  for (let index = 0; index < cmap.getUint16(2); index++) {
    const start = cmap.getUint32(4 + index * 8 + 4);
    if (cmap.getUint16(start) === 4) return (character) => glyphInSegments(cmap, start, character);
  }
  throw new RangeError('no character map of format 4');
}

function glyphInSegments(cmap: DataView, start: number, character: number): number {
  const size = cmap.getUint16(start + 6);
  const [ends, starts] = [start + 14, start + 16 + size];
  for (let at = 0; at < size; at += 2) {
    if (cmap.getUint16(ends + at) < character) continue;
    const first = cmap.getUint16(starts + at);
    if (first > character) return 0;
    const delta = cmap.getUint16(starts + size + at);
    const offsetAt = starts + 2 * size + at;
    const offset = cmap.getUint16(offsetAt);
    const glyph = offset === 0 ? character : cmap.getUint16(offsetAt + offset + (character - first) * 2);
    return (glyph + delta) % 0x10000;
  }
  return 0;
}
