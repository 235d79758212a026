/** The outlines of a font's letters, as straight lines. */
import { readAdvances, readCharacterMap, readFontTables } from '../theme/font-file.ts';
import { readGlyphData, type Contour, type GlyphData, type Point } from './glyph-data.ts';

/** From one point to another, relative to the font size and the baseline, upwards. */
export type Segment = readonly [x0: number, y0: number, x1: number, y1: number];

export interface Outlines {
  readonly has: (character: string) => boolean;
  /** Relative to the font size. */
  readonly width: (character: string) => number;
  readonly segments: (character: string) => readonly Segment[];
}

/** Undefined if the file is not a font with outlines that we can read. */
export function readOutlines(bytes: Uint8Array): Outlines | undefined {
  try {
    const tables = readFontTables(bytes);
    const data = tables && readGlyphData(tables);
    if (!data) return undefined;
    const table = (tag: string): DataView => tables.get(tag)!.data;
    const unitsPerEm = table('head').getUint16(18);
    const glyphOf = readCharacterMap(table('cmap'));
    const advanceOf = readAdvances(tables.get('hmtx')!, table('hhea').getUint16(34));
    const known = new Map<string, number>();
    const glyph = (character: string): number => {
      let found = known.get(character);
      const point = character.codePointAt(0)!;
      if (found === undefined) known.set(character, (found = point < 0x10000 ? glyphOf(point) : 0));
      return found;
    };
    return {
      has: (character) => glyph(character) !== 0,
      width: (character) => advanceOf(glyph(character)) / unitsPerEm,
      segments: (character) =>
        contoursOf(glyph(character), data)
          .flatMap(segmentsOf)
          .map(([x0, y0, x1, y1]) => [x0 / unitsPerEm, y0 / unitsPerEm, x1 / unitsPerEm, y1 / unitsPerEm]),
    };
  } catch {
    return undefined;
  }
}

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
