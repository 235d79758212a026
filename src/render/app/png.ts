/** Pictures of one shape in two colours as PNG files, without an image library. */
import { crc32, deflateSync } from 'node:zlib';
import type { Colour } from '../../kinds/colour.ts';

export interface Pixels {
  readonly size: number;
  /** How much of each pixel is inside the shape, from 0 to 1. */
  readonly shape: Float32Array;
  /** The radius of the corners outside of which nothing is drawn. */
  readonly radius: number;
}

/** The first half of the palette goes from the background to the shape, the second from the background to nothing. */
const SHADES = 128;

export function twoColourPng({ size, shape, radius }: Pixels, background: Colour, colour: Colour): Uint8Array {
  // Each row begins with a byte for its filter, which is 0: none. The background is 0 too.
  const rows = Buffer.alloc(size * (size + 1));
  for (let y = 0, at = 0; y < size; y++)
    for (let x = 0; x < size; x++, at++) if (shape[at]! > 0) rows[at + y + 1] = Math.round(shape[at]! * (SHADES - 1));
  for (let y = 0; y < radius; y++) {
    for (let x = 0; x < radius; x++) {
      const kept = inCorner(x, y, radius);
      if (kept === 1) break;
      const shade = 2 * SHADES - 1 - Math.round(kept * (SHADES - 1));
      for (const row of [y, size - 1 - y])
        rows[row * (size + 1) + 1 + x] = rows[(row + 1) * (size + 1) - 1 - x] = shade;
    }
  }
  const shades = Array.from({ length: SHADES }, (_, index) => index / (SHADES - 1));
  const mixed = (share: number) =>
    [
      [background.r, colour.r],
      [background.g, colour.g],
      [background.b, colour.b],
    ].map(([from, to]) => Math.round(from! + (to! - from!) * share));
  const palette = [...shades.flatMap(mixed), ...shades.flatMap(() => mixed(0))];
  const opacity = [...shades.map(() => 255), ...shades.map((share) => Math.round(255 * (1 - share)))];
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 3], 8); // Eight bits for each pixel, with a palette.
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette)),
    chunk('tRNS', Buffer.from(opacity)),
    chunk('IDAT', deflateSync(rows, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** How much of a pixel is kept, counted from the corner. */
function inCorner(x: number, y: number, radius: number): number {
  const [dx, dy] = [Math.max(radius - x - 0.5, 0), Math.max(radius - y - 0.5, 0)];
  return Math.min(Math.max(radius - Math.sqrt(dx * dx + dy * dy) + 0.5, 0), 1);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
