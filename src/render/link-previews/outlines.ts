/**
 * The outlines of a font's letters, as straight lines. Both forms of the `glyf` table are read: that of TrueType, where
 * `loca` says where each glyph is, and the compact one of WOFF 2, where the parts of all glyphs are in streams that are
 * read in order.
 */
import { ifPossible } from '../../values/if-possible.ts';
import { onceEach } from '../../values/once-each.ts';
import { readAdvances, readCharacterMap, readFontTables, type FontTables } from '../theme/font-file.ts';

/** From one point to another, relative to the font size and the baseline, upwards. */
export type Segment = readonly [x0: number, y0: number, x1: number, y1: number];

export interface Outlines {
  readonly has: (character: string) => boolean;
  /** Relative to the font size. */
  readonly width: (character: string) => number;
  readonly segments: (character: string) => readonly Segment[];
}

/** Undefined if the file is not a font with outlines that we can read. */
export const readOutlines = (bytes: Uint8Array): Outlines | undefined =>
  ifPossible(() => {
    const tables = readFontTables(bytes);
    const data = tables && readGlyphData(tables);
    if (!data) return undefined;
    const table = (tag: string): DataView => tables.get(tag)!.data;
    const unitsPerEm = table('head').getUint16(18);
    const glyphOf = readCharacterMap(table('cmap'));
    const advanceOf = readAdvances(tables.get('hmtx')!, table('hhea').getUint16(34));
    const glyph = onceEach((character: string): number => {
      const point = character.codePointAt(0)!;
      return point < 0x10000 ? glyphOf(point) : 0;
    });
    return {
      has: (character) => glyph(character) !== 0,
      width: (character) => advanceOf(glyph(character)) / unitsPerEm,
      segments: (character) =>
        contoursOf(glyph(character), data)
          .flatMap(segmentsOf)
          .map(([x0, y0, x1, y1]) => [x0 / unitsPerEm, y0 / unitsPerEm, x1 / unitsPerEm, y1 / unitsPerEm]),
    };
  });

const DEEPEST = 5;

function contoursOf(glyph: number, data: (glyph: number) => GlyphData, depth = 0): readonly Contour[] {
  const found = data(glyph);
  if ('contours' in found) return found.contours;
  if (depth === DEEPEST) return [];
  return found.components.flatMap(({ glyph: part, matrix: [a, b, c, d, dx, dy] }) =>
    contoursOf(part, data, depth + 1).map((contour) =>
      contour.map(({ x, y, isOn }) => ({ x: a * x + c * y + dx, y: b * x + d * y + dy, isOn })),
    ),
  );
}

const between = (one: Point, other: Point): Point => ({
  x: (one.x + other.x) / 2,
  y: (one.y + other.y) / 2,
  isOn: true,
});

/** Between two control points lies a point of the curve that the font leaves out. */
function segmentsOf(contour: Contour): readonly Segment[] {
  const whole = contour.flatMap((point, index) => {
    const next = contour[(index + 1) % contour.length]!;
    return point.isOn || next.isOn ? [point] : [point, between(point, next)];
  });
  const first = whole.findIndex(({ isOn }) => isOn);
  if (first === -1) return [];
  const points = [...whole.slice(first), ...whole.slice(0, first), whole[first]!];
  const segments: Segment[] = [];
  let from = points[0]!;
  for (let index = 1; index < points.length; index++) {
    const point = points[index]!;
    const to = point.isOn ? point : points[++index]!;
    if (point.isOn) segments.push([from.x, from.y, to.x, to.y]);
    else segments.push(...curve(from, point, to));
    from = to;
  }
  return segments;
}

/** Enough for letters of a hundred pixels. */
const STEPS = 8;

function curve(from: Point, control: Point, to: Point): readonly Segment[] {
  const at = (step: number, axis: 'x' | 'y'): number => {
    const t = step / STEPS;
    return (1 - t) ** 2 * from[axis] + 2 * t * (1 - t) * control[axis] + t ** 2 * to[axis];
  };
  return Array.from({ length: STEPS }, (_, step): Segment => [
    at(step, 'x'),
    at(step, 'y'),
    at(step + 1, 'x'),
    at(step + 1, 'y'),
  ]);
}

interface Point {
  readonly x: number;
  readonly y: number;
  readonly isOn: boolean;
}

type Contour = readonly Point[];

/** Another glyph as a part of this one, such as an accent, moved and transformed. */
interface Component {
  readonly glyph: number;
  readonly matrix: readonly [number, number, number, number, number, number];
}

type GlyphData = { readonly contours: readonly Contour[] } | { readonly components: readonly Component[] };

const EMPTY: GlyphData = { contours: [] };

/** Undefined if the font has no such table: outlines of PostScript fonts are not read. */
function readGlyphData(tables: FontTables): ((glyph: number) => GlyphData) | undefined {
  const glyf = tables.get('glyf');
  if (!glyf) return undefined;
  if (glyf.isTransformed) {
    const all = transformedGlyphs(glyf.data);
    return (glyph) => all[glyph] ?? EMPTY;
  }
  const [loca, head] = [tables.get('loca')?.data, tables.get('head')?.data];
  if (!loca || !head) return undefined;
  const isLong = head.getInt16(50) === 1;
  const offset = (glyph: number): number => (isLong ? loca.getUint32(glyph * 4) : loca.getUint16(glyph * 2) * 2);
  return (glyph) => {
    const [start, end] = [offset(glyph), offset(glyph + 1)];
    return end <= start ? EMPTY : plainGlyph(new Reader(glyf.data, start));
  };
}

class Reader {
  readonly #data: DataView;
  #at: number;
  constructor(data: DataView, at: number) {
    this.#data = data;
    this.#at = at;
  }
  u8(): number {
    return this.#data.getUint8(this.#at++);
  }
  i8(): number {
    return this.#data.getInt8(this.#at++);
  }
  u16(): number {
    this.#at += 2;
    return this.#data.getUint16(this.#at - 2);
  }
  i16(): number {
    this.#at += 2;
    return this.#data.getInt16(this.#at - 2);
  }
  skip(bytes: number): void {
    this.#at += bytes;
  }
  /** A number below 65536 in one to three bytes. */
  short(): number {
    const code = this.u8();
    if (code === 253) return this.u16();
    if (code === 255) return this.u8() + 253;
    return code === 254 ? this.u8() + 506 : code;
  }
}

function plainGlyph(data: Reader): GlyphData {
  const count = data.i16();
  data.skip(8);
  if (count < 0) return { components: components(data).all };
  const ends = Array.from({ length: count }, () => data.u16());
  data.skip(data.u16());
  const flags: number[] = [];
  const total = (ends.at(-1) ?? -1) + 1;
  while (flags.length < total) {
    const flag = data.u8();
    flags.push(flag);
    if ((flag & 8) !== 0) for (let repeat = data.u8(); repeat > 0; repeat--) flags.push(flag);
  }
  const axis = (short: number, same: number): readonly number[] => {
    let value = 0;
    return flags.slice(0, total).map((flag) => {
      if ((flag & short) !== 0) value += (flag & same) === 0 ? -data.u8() : data.u8();
      else if ((flag & same) === 0) value += data.i16();
      return value;
    });
  };
  const [xs, ys] = [axis(2, 16), axis(4, 32)];
  const points = xs.map((x, index) => ({ x, y: ys[index]!, isOn: (flags[index]! & 1) !== 0 }));
  return { contours: ends.map((end, index) => points.slice(index === 0 ? 0 : ends[index - 1]! + 1, end + 1)) };
}

function components(data: Reader): { readonly all: readonly Component[]; readonly hasInstructions: boolean } {
  const all: Component[] = [];
  let hasInstructions = false;
  for (let flags = 0x20; (flags & 0x20) !== 0;) {
    flags = data.u16();
    const glyph = data.u16();
    const isWide = (flags & 1) !== 0;
    const [dx, dy] = isWide ? [data.i16(), data.i16()] : [data.i8(), data.i8()];
    const part = (): number => data.i16() / 16384;
    let [a, b, c, d] = [1, 0, 0, 1];
    if ((flags & 8) !== 0) a = d = part();
    else if ((flags & 0x40) !== 0) [a, d] = [part(), part()];
    else if ((flags & 0x80) !== 0) [a, b, c, d] = [part(), part(), part(), part()];
    // Otherwise the numbers are points that should meet, which no web font uses.
    const isMoved = (flags & 2) !== 0;
    all.push({ glyph, matrix: [a, b, c, d, isMoved ? dx : 0, isMoved ? dy : 0] });
    hasInstructions ||= (flags & 0x100) !== 0;
  }
  return { all, hasInstructions };
}

/** https://www.w3.org/TR/WOFF2/#glyf_table_format */
function transformedGlyphs(table: DataView): readonly GlyphData[] {
  const sizes = Array.from({ length: 7 }, (_, index) => table.getUint32(8 + index * 4));
  let start = 36;
  const [counts, lengths, flags, coordinates, composites] = sizes.map((size) => {
    start += size;
    return new Reader(table, start - size);
  }) as [Reader, Reader, Reader, Reader, Reader];
  return Array.from({ length: table.getUint16(4) }, (): GlyphData => {
    const count = counts.i16();
    if (count === 0) return EMPTY;
    if (count < 0) {
      const { all, hasInstructions } = components(composites);
      if (hasInstructions) coordinates.short();
      return { components: all };
    }
    const ofContours = Array.from({ length: count }, () => lengths.short());
    let [x, y] = [0, 0];
    const contours = ofContours.map((length) =>
      Array.from({ length }, (): Point => {
        const flag = flags.u8();
        const [dx, dy] = step(flag & 0x7f, coordinates);
        x += dx;
        y += dy;
        return { x, y, isOn: flag < 128 };
      }),
    );
    coordinates.short();
    return { contours };
  });
}

/** The distance to the next point: the flag says how many bytes it takes, and has some of its bits. */
function step(flag: number, data: Reader): readonly [number, number] {
  const signed = (bits: number, size: number): number => ((bits & 1) === 1 ? size : -size);
  const [forX, forY] = [flag, flag >> 1];
  if (flag < 10) return [0, signed(flag, ((flag & 14) << 7) + data.u8())];
  if (flag < 20) return [signed(flag, (((flag - 10) & 14) << 7) + data.u8()), 0];
  if (flag < 84) {
    const [rest, byte] = [flag - 20, data.u8()];
    return [signed(forX, 1 + (rest & 0x30) + (byte >> 4)), signed(forY, 1 + ((rest & 0x0c) << 2) + (byte & 0x0f))];
  }
  if (flag < 120) {
    const rest = flag - 84;
    const [first, second] = [data.u8(), data.u8()];
    return [
      signed(forX, 1 + (Math.floor(rest / 12) << 8) + first),
      signed(forY, 1 + (((rest % 12) >> 2) << 8) + second),
    ];
  }
  if (flag < 124) {
    const [first, second, third] = [data.u8(), data.u8(), data.u8()];
    return [signed(forX, (first << 4) + (second >> 4)), signed(forY, ((second & 0x0f) << 8) + third)];
  }
  return [signed(forX, data.u16()), signed(forY, data.u16())];
}
