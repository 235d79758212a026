import { crc32, deflateSync, type ZlibOptions } from 'node:zlib';

interface Picture {
  readonly width: number;
  readonly height: number;
  /** The bits of the index that each pixel is. */
  readonly bits: 4 | 8;
  /** Row by row: the number of a filter, which is 0 for none, then the pixels as indices. */
  readonly rows: Uint8Array;
  /** Red, green and blue of each colour. */
  readonly palette: readonly number[];
  /** The opacity of each colour. Absent: all are opaque. */
  readonly opacity?: readonly number[];
  readonly compression: ZlibOptions;
}

/** A picture with a palette as a PNG file. */
export function encodePng({ width, height, bits, rows, palette, opacity, compression }: Picture): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, 3], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette)),
    ...(opacity ? [chunk('tRNS', Buffer.from(opacity))] : []),
    chunk('IDAT', deflateSync(rows, compression)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(named.length + 8);
  whole.writeUInt32BE(data.length, 0);
  whole.set(named, 4);
  whole.writeUInt32BE(crc32(named), named.length + 4);
  return whole;
}
