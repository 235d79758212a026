/** The icon of the site as an application: the initial of its name in the colours of its buttons. */
import type { Colour } from '../../kinds/colour.ts';
import { initialStrokes, type Stroke } from './letters.ts';
import { twoColourPng } from './png.ts';

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
  return twoColourPng({ size, shape: last.shape, radius: rounded ? size * CORNER : 0 }, background, colour);
}

let last: { readonly name: string; readonly size: number; readonly shape: Float32Array } | undefined;

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
