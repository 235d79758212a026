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
  const rows = Buffer.alloc(size * (size + 1));
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const kept = isInCorner(x, size, radius) && isInCorner(y, size, radius) ? inCorner(x, y, size, radius) : 1;
      const shade =
        kept < 1 ? 2 * SHADES - 1 - Math.round(kept * (SHADES - 1)) : Math.round(shape[y * size + x]! * (SHADES - 1));
      // Each row begins with a byte for its filter, which is 0: none.
      rows[y * (size + 1) + 1 + x] = shade;
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

const isInCorner = (at: number, size: number, radius: number): boolean => at < radius || at >= size - radius;

function inCorner(x: number, y: number, size: number, radius: number): number {
  const dx = Math.max(radius - x - 0.5, x + 0.5 - (size - radius), 0);
  const dy = Math.max(radius - y - 0.5, y + 0.5 - (size - radius), 0);
  return Math.min(Math.max(radius - Math.sqrt(dx * dx + dy * dy) + 0.5, 0), 1);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
