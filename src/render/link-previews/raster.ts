/**
 * Fills outlines with exact coverage: each line adds to the pixels it crosses how much of them lies to its right, and the
 * sum from the left is how much of a pixel is inside. Pure arithmetic, so a picture has the same bytes on every machine.
 */
import type { Segment } from './outlines.ts';

export interface Bitmap {
  readonly width: number;
  readonly height: number;
  /** The position of its left and upper edge, from the origin of the letter. */
  readonly left: number;
  readonly top: number;
  /** How much of each pixel is covered: all of it is the largest shade. */
  readonly shades: Uint8Array;
}

export function fill(segments: readonly Segment[], size: number, most: number): Bitmap {
  const scaled = segments.map(([x0, y0, x1, y1]): Segment => [x0 * size, -y0 * size, x1 * size, -y1 * size]);
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of scaled) {
    minX = Math.min(minX, x);
    maxX = Math.max(maxX, x);
    minY = Math.min(minY, y);
    maxY = Math.max(maxY, y);
  }
  if (scaled.length === 0) return { width: 0, height: 0, left: 0, top: 0, shades: new Uint8Array() };
  const [left, top] = [Math.floor(minX), Math.floor(minY)];
  const [width, height] = [Math.ceil(maxX) - left + 2, Math.ceil(maxY) - top + 1];
  const sums = new Float64Array(width * height + 1);
  for (const [x0, y0, x1, y1] of scaled) addLine(sums, width, [x0 - left, y0 - top, x1 - left, y1 - top]);
  const shades = new Uint8Array(width * height);
  let sum = 0;
  for (let index = 0; index < shades.length; index++) {
    sum += sums[index]!;
    shades[index] = Math.round(Math.min(Math.abs(sum), 1) * most);
  }
  return { width, height, left, top, shades };
}

function addLine(sums: Float64Array, width: number, [ax, ay, bx, by]: Segment): void {
  if (ay === by) return;
  const direction = ay < by ? 1 : -1;
  const [x0, y0, x1, y1] = ay < by ? [ax, ay, bx, by] : [bx, by, ax, ay];
  const slope = (x1 - x0) / (y1 - y0);
  let x = x0;
  for (let row = Math.floor(y0); row < y1; row++) {
    const covered = Math.min(row + 1, y1) - Math.max(row, y0);
    const next = x + slope * covered;
    addRow(sums, row * width, { from: Math.min(x, next), to: Math.max(x, next), weight: covered * direction });
    x = next;
  }
}

interface Crossing {
  readonly from: number;
  readonly to: number;
  readonly weight: number;
}

/** The part of a line in one row of pixels: what lies to its right, pixel by pixel, each the difference to the last. */
function addRow(sums: Float64Array, row: number, { from, to, weight }: Crossing): void {
  const [first, end] = [Math.floor(from), Math.ceil(to)];
  if (end <= first + 1) {
    const right = first + 1 - (from + to) / 2;
    sums[row + first]! += weight * right;
    sums[row + first + 1]! += weight * (1 - right);
    return;
  }
  let before = 0;
  for (let pixel = first; pixel < end; pixel++) {
    const [enters, leaves] = [Math.max(from, pixel), Math.min(to, pixel + 1)];
    const passed = (leaves - from) / (to - from);
    const inside = (leaves - enters) / (to - from);
    // The area to the right of what has passed so far, in this pixel.
    const area = passed - inside + inside * (pixel + 1 - (enters + leaves) / 2);
    sums[row + pixel]! += weight * (area - before);
    before = area;
  }
  sums[row + end]! += weight * (1 - before);
}
