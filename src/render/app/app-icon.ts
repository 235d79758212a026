/** The icon of the site as an application: the initial of its name in the colours of its buttons. */
import type { Colour } from '../../kinds/colour.ts';
import { encodePng } from '../png.ts';
import { mix } from '../theme/colour.ts';

export interface AppIcon {
  readonly name: string;
  readonly background: Colour;
  readonly colour: Colour;
}

export interface IconWish {
  /** In pixels. */
  readonly size: number;
  /** True for systems that show the icon as it is. Others cut their own shape, so the square is filled to its corners. */
  readonly rounded: boolean;
}

/** The letter stays inside the circle that every system shows. */
const LETTER = { height: 0.44, width: 0.48, pen: 0.096 };
const CORNER = 0.22;

export function drawIcon({ name, background, colour }: AppIcon, { size, rounded }: IconWish): Uint8Array {
  // Two icons of a size follow each other.
  if (last?.name !== name || last.size !== size)
    last = { name, size, shape: drawn(fitted(initialStrokes(name), size), size, size * LETTER.pen) };
  const rows = shadesOf(last.shape, size);
  if (rounded) cutCorners(rows, size, size * CORNER);
  const shades = Array.from({ length: SHADES }, (_, index) => index / (SHADES - 1));
  const mixed = (share: number): readonly number[] => {
    const { r, g, b } = mix(background, colour, share);
    return [r, g, b];
  };
  return encodePng({
    width: size,
    height: size,
    bits: 8,
    rows,
    palette: [...shades.flatMap(mixed), ...shades.flatMap(() => mixed(0))],
    opacity: [...shades.map(() => 255), ...shades.map((share) => Math.round(255 * (1 - share)))],
    compression: { level: 6 },
  });
}

let last: { readonly name: string; readonly size: number; readonly shape: Float32Array } | undefined;

/** The first half of the palette goes from the background to the shape, the second from the background to nothing. */
const SHADES = 128;

/** Each row begins with a byte for its filter, which is 0: none. The background is 0 too. */
function shadesOf(shape: Float32Array, size: number): Uint8Array {
  const rows = new Uint8Array(size * (size + 1));
  for (let y = 0, at = 0; y < size; y++)
    for (let x = 0; x < size; x++, at++) if (shape[at]! > 0) rows[at + y + 1] = Math.round(shape[at]! * (SHADES - 1));
  return rows;
}

function cutCorners(rows: Uint8Array, size: number, radius: number): void {
  for (let y = 0; y < radius; y++) {
    for (let x = 0; x < radius; x++) {
      const [dx, dy] = [Math.max(radius - x - 0.5, 0), Math.max(radius - y - 0.5, 0)];
      const kept = clamp(radius - Math.sqrt(dx * dx + dy * dy) + 0.5);
      if (kept === 1) break;
      const shade = 2 * SHADES - 1 - Math.round(kept * (SHADES - 1));
      for (const row of [y, size - 1 - y])
        rows[row * (size + 1) + 1 + x] = rows[(row + 1) * (size + 1) - 1 - x] = shade;
    }
  }
}

/** Centred, as large as its height and width allow. */
function fitted(strokes: readonly Stroke[], size: number): readonly Stroke[] {
  const points = strokes.flat();
  const [left, right] = extent(points.map(([x]) => x));
  const [top, bottom] = extent(points.map(([, y]) => y));
  const scale = size * Math.min(LETTER.height / (bottom - top), LETTER.width / Math.max(right - left, 0.01));
  return strokes.map(
    (stroke) =>
      stroke.map(([x, y]) => [
        size / 2 + (x - (left + right) / 2) * scale,
        size / 2 + (y - (top + bottom) / 2) * scale,
      ]) as unknown as Stroke,
  );
}

const extent = (values: readonly number[]): readonly [number, number] => [Math.min(...values), Math.max(...values)];

/** Only the pixels around each stroke are looked at. */
function drawn(strokes: readonly Stroke[], size: number, pen: number): Float32Array {
  const coverage = new Float32Array(size * size);
  const reach = pen / 2 + 1;
  for (const stroke of strokes) {
    const [left, right] = extent(stroke.map(([x]) => x));
    const [top, bottom] = extent(stroke.map(([, y]) => y));
    for (let y = Math.floor(top - reach); y <= bottom + reach; y++) {
      for (let x = Math.floor(left - reach); x <= right + reach; x++) {
        if (coverage[y * size + x] === 1) continue;
        const covered = clamp(pen / 2 - distance(x + 0.5, y + 0.5, stroke) + 0.5);
        coverage[y * size + x] = Math.max(coverage[y * size + x]!, covered);
      }
    }
  }
  return coverage;
}

/** Called for every pixel around a stroke, so it makes no objects. */
function distance(x: number, y: number, stroke: Stroke): number {
  const fromX = stroke[0][0];
  const fromY = stroke[0][1];
  const dx = stroke[1][0] - fromX;
  const dy = stroke[1][1] - fromY;
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : clamp(((x - fromX) * dx + (y - fromY) * dy) / length);
  return Math.sqrt((x - fromX - along * dx) ** 2 + (y - fromY - along * dy) ** 2);
}

const clamp = (value: number): number => Math.min(Math.max(value, 0), 1);

/** Capital letters and digits as lines of a pen, for icons: no font file can be read without a library. */

/**
 * In a box of eight units in height, with y downwards: `0,8 3,0 6,8` is a line through three points, and `@3,4,2,1,0,90` a
 * part of an ellipse: centre, radii, and angles in degrees, clockwise from the right.
 */
const LINES: Readonly<Record<string, string>> = {
  A: '0,8 3.2,0 6.4,8;1.2,5.4 5.2,5.4',
  B: '3,0 0,0 0,8 3.2,8;@3,2,2.1,2,-90,90;0,4 3.2,4;@3.2,6,2.4,2,-90,90',
  C: '@3.6,4,3.6,4,45,315',
  D: '2.2,0 0,0 0,8 2.2,8;@2.2,4,3.8,4,-90,90',
  E: '5,0 0,0 0,8 5,8;0,4 4.2,4',
  F: '5,0 0,0 0,8;0,4 4.2,4',
  G: '@3.6,4,3.6,4,0,315;7.2,4 4,4',
  H: '0,0 0,8;6,0 6,8;0,4 6,4',
  I: '0,0 0,8',
  J: '4,0 4,5.6;@2,5.6,2,2.4,0,165',
  K: '0,0 0,8;5.6,0 0,5;2.2,3.2 6,8',
  L: '0,0 0,8 5,8',
  M: '0,8 0,0 3.6,5.2 7.2,0 7.2,8',
  N: '0,8 0,0 6,8 6,0',
  O: '@3.8,4,3.8,4,0,360',
  P: '0,8 0,0 3,0;@3,2.2,2.5,2.2,-90,90;3,4.4 0,4.4',
  Q: '@3.8,4,3.8,4,0,360;4.8,5.6 7.2,8.2',
  R: '0,8 0,0 3,0;@3,2.2,2.5,2.2,-90,90;3,4.4 0,4.4;2.8,4.4 5.8,8',
  S: '@2.8,2.1,2.5,2.1,325,90;@2.8,6.1,2.8,1.9,-90,155',
  T: '0,0 6,0;3,0 3,8',
  U: '0,0 0,5;@3,5,3,3,180,0;6,5 6,0',
  V: '0,0 3.2,8 6.4,0',
  W: '0,0 2.2,8 4.6,1.4 7,8 9.2,0',
  X: '0,0 6,8;6,0 0,8',
  Y: '0,0 3.2,4.2 6.4,0;3.2,4.2 3.2,8',
  Z: '0,0 5.8,0 0,8 5.8,8',
  0: '@2.8,4,2.8,4,0,360',
  1: '0,1.8 2.2,0 2.2,8',
  2: '@2.6,2.5,2.6,2.5,190,400;4.59,4.11 0,8 5.4,8',
  3: '@2.6,2.1,2.4,2.1,205,450;@2.6,6.1,2.7,1.9,-90,150',
  4: '4.2,8 4.2,0 0,5.6 5.6,5.6',
  5: '5,0 0.8,0 0.5,3.7;@2.6,5.4,2.7,2.6,-140,145',
  6: '@2.7,5.4,2.7,2.6,0,360;0.3,4.4 3.6,0',
  7: '0,0 5.4,0 1.8,8',
  8: '@2.8,2.1,2.3,2.1,0,360;@2.8,6.1,2.8,1.9,0,360',
  9: '@2.7,2.6,2.7,2.6,0,360;5.1,3.6 1.8,8',
};

/** For a name without any of them: a ring around a dot. */
const OTHER = '@4,4,4,4,0,360;4,4 4,4';

export type Point = readonly [x: number, y: number];
export type Stroke = readonly [from: Point, to: Point];

/** The strokes of the first letter of a name, without its accent. */
export function initialStrokes(name: string): readonly Stroke[] {
  const letters = [...name.normalize('NFD').toUpperCase()];
  const initial = letters.find((letter) => Object.hasOwn(LINES, letter));
  return (initial === undefined ? OTHER : LINES[initial]!).split(';').flatMap(strokesOf);
}

function strokesOf(line: string): readonly Stroke[] {
  const points = line.startsWith('@') ? arc(line.slice(1).split(',').map(Number)) : line.split(' ').map(pointOf);
  return points.slice(1).map((point, index) => [points[index]!, point]);
}

const pointOf = (text: string): Point => {
  const [x = 0, y = 0] = text.split(',').map(Number);
  return [x, y];
};

/** In steps that no icon is large enough to show. */
function arc([x = 0, y = 0, width = 0, height = 0, from = 0, to = 0]: readonly number[]): readonly Point[] {
  const steps = Math.ceil(Math.abs(to - from) / 6);
  return Array.from({ length: steps + 1 }, (_, step) => {
    const angle = ((from + ((to - from) * step) / steps) * Math.PI) / 180;
    return [x + width * Math.cos(angle), y + height * Math.sin(angle)];
  });
}
