import { brotliDecompressSync } from 'node:zlib';
import { ifPossible } from '../../values/if-possible.ts';

/** The tables of a font file, by tag. `isTransformed`: stored in the compact form of WOFF 2. */
export type FontTables = ReadonlyMap<string, { readonly data: DataView; readonly isTransformed: boolean }>;

/** Reads WOFF 2, TrueType and OpenType files; undefined for any other. Throws if the file is truncated. */
export function readFontTables(bytes: Uint8Array): FontTables | undefined {
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (bytes.length < 12 ? undefined : file.getUint32(0)) {
    case 0x774f4632:
      return woff2Tables(file);
    case 0x00010000:
    case 0x4f54544f:
      return sfntTables(file);
    default:
      return undefined;
  }
}

function sfntTables(file: DataView): FontTables {
  const tables = new Map<string, { data: DataView; isTransformed: boolean }>();
  for (let index = 0; index < file.getUint16(4); index++) {
    const entry = 12 + index * 16;
    const data = part(file, file.getUint32(entry + 8), file.getUint32(entry + 12));
    tables.set(tagAt(file, entry), { data, isTransformed: false });
  }
  return tables;
}

/** A font unpacks to a few times its size; a file that unpacks to more than this is not a font. */
const MOST_BYTES = 64 * 1024 * 1024;

function woff2Tables(file: DataView): FontTables {
  const directory = woff2Directory(file);
  const compressed = part(file, directory.end, file.getUint32(20));
  const packed = new Uint8Array(compressed.buffer, compressed.byteOffset, compressed.byteLength);
  const unpacked = brotliDecompressSync(packed, { maxOutputLength: MOST_BYTES });
  const all = new DataView(unpacked.buffer, unpacked.byteOffset, unpacked.byteLength);
  const tables = new Map<string, { data: DataView; isTransformed: boolean }>();
  let at = 0;
  for (const { tag, length, isTransformed } of directory.entries) {
    tables.set(tag, { data: part(all, at, length), isTransformed });
    at += length;
  }
  return tables;
}

interface Woff2Entry {
  readonly tag: string;
  readonly length: number;
  readonly isTransformed: boolean;
}

function woff2Directory(file: DataView): { readonly entries: readonly Woff2Entry[]; readonly end: number } {
  const entries: Woff2Entry[] = [];
  let at = 48;
  const readLength = (): number => {
    let value = 0;
    for (let digits = 0; digits < 5; digits++) {
      const byte = file.getUint8(at++);
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) break;
    }
    return value;
  };
  for (let index = 0; index < file.getUint16(12); index++) {
    const flags = file.getUint8(at++);
    const listedTag = KNOWN_TAGS[flags & 0x3f];
    const tag = listedTag ?? tagAt(file, at);
    if (listedTag === undefined) at += 4;
    const version = flags >> 6;
    // Outlines are transformed unless the version is 3, all other tables unless it is 0.
    const isTransformed = tag === 'glyf' || tag === 'loca' ? version !== 3 : version !== 0;
    const ownLength = readLength();
    entries.push({ tag, isTransformed, length: isTransformed ? readLength() : ownLength });
  }
  return { entries, end: at };
}

/** In the order defined by the specification. */
const KNOWN_TAGS =
  `cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx
  BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty
  just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill`.split(/\s+/);

function part(data: DataView, start: number, length: number): DataView {
  // The underlying buffer may be longer than the file.
  if (start + length > data.byteLength) throw new RangeError('the file is truncated');
  return new DataView(data.buffer, data.byteOffset + start, length);
}

const tagAt = (data: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((offset) => data.getUint8(at + offset)));

/** The measures of a font that determine how much space its text takes. */
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
export const readFontMetrics = (read: () => Uint8Array): FontMetrics | undefined =>
  ifPossible(() => {
    const tables = readFontTables(read());
    const metrics = tables && metricsOf(tables);
    // A symbol font has no letters to measure.
    return metrics && metrics.averageWidth > 0.1 ? metrics : undefined;
  });

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
