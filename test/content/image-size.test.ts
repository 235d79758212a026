import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { diskFiles, memoryFiles } from '../../src/content/files.ts';
import { IMAGE_START, imageSize } from '../../src/content/image-size.ts';
import { readFile } from '../../src/content/read-file.ts';
import { runs, SEED } from '../seed.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { isWholePicture, pictureFormat } from '../../src/content/picture-format.ts';

const SIZE = { width: 640, height: 480 };
const TURNED = { width: 480, height: 640 };

const FILES: Readonly<Record<string, Uint8Array>> = {
  PNG: bytes([0x89], 'PNG', [0x0d, 0x0a, 0x1a, 0x0a], u32(13), 'IHDR', u32(640), u32(480), [8, 6, 0, 0, 0]),
  GIF: bytes('GIF89a', little16(640), little16(480), [0, 0, 0]),
  JPEG: bytes([0xff, 0xd8], segment(0xe0, 'JFIF', [0, 1, 1, 0, 0, 1, 0, 1, 0, 0]), frame(0xc0, SIZE), [0xff, 0xd9]),
  'progressive JPEG': bytes([0xff, 0xd8], segment(0xc4, [0, 1, 2, 3, 4, 5]), [0xff], frame(0xc2, SIZE), [0xff, 0xd9]),
  'JPEG rotated clockwise': bytes([0xff, 0xd8], exif(6, 'MM'), frame(0xc0, TURNED), [0xff, 0xd9]),
  'JPEG rotated anticlockwise': bytes([0xff, 0xd8], exif(8, 'II'), frame(0xc0, TURNED), [0xff, 0xd9]),
  'JPEG upside down': bytes([0xff, 0xd8], exif(3, 'II'), frame(0xc0, SIZE), [0xff, 0xd9]),
  'lossy WebP': riff('VP8 ', [0x30, 1, 0, 0x9d, 0x01, 0x2a], little16(640), little16(480 + 0x4000)),
  'lossless WebP': riff('VP8L', [0x2f], u32(639 + 479 * 0x4000).toReversed()),
  'extended WebP': riff('VP8X', [0x10, 0, 0, 0], [0x7f, 0x02, 0], [0xdf, 0x01, 0]),
  AVIF: avif(ispe(SIZE)),
  'AVIF with a thumbnail': avif(ispe({ width: 160, height: 120 }), ispe(SIZE)),
  'AVIF with a rotation': avif(ispe(TURNED), box('irot', [1])),
  SVG: bytes('<svg xmlns="http://www.w3.org/2000/svg" width="640" height=\'480px\'/>'),
  'SVG with a prologue': bytes(
    [0xef, 0xbb, 0xbf],
    '<?xml version="1.0"?>\n<!-- <svg width="1" height="1"> -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd">\n',
    '<svg\n  viewBox="0 0 640 480"\n  width="100%" height="100%"><rect width="3" height="4"/></svg>',
  ),
  'SVG with one side': bytes('<svg height="480" viewBox="0,0,64,48" data-x="a > b"></svg>'),
};

describe('the size of an image', () => {
  it.each(Object.keys(FILES))('is read from a %s', (name) => {
    expect(imageSize(FILES[name]!)).toEqual(SIZE);
  });

  it('is unknown for a file that is not an image', () => {
    const others = [
      bytes(),
      bytes('%PDF-1.7'),
      bytes('<html><svg width="1" height="1"></svg></html>'),
      bytes('<svg width="10em"></svg>'),
      bytes('<svg width="0" height="0"/>'),
    ];
    for (const other of others) expect(imageSize(other)).toBeUndefined();
  });

  it('is unknown, without an error, if the header is truncated', () => {
    for (const [name, file] of Object.entries(FILES)) {
      for (let length = 0; length < file.length; length++) {
        const size = imageSize(file.subarray(0, length));
        expect([undefined, 640], `${name}, ${length} bytes`).toContain(size?.width);
      }
    }
  });

  it('is the same whether a file on disk or one in memory is measured, wherever it is in the file', () => {
    const folder = temporaryFolder();
    const disk = diskFiles(folder);
    const entry = { path: 'media/a.jpg', type: 'file', bytes: 0 } as const;
    mkdirSync(join(folder, 'media'));
    const file = fc.tuple(fc.constantFrom(...Object.values(FILES)), fc.nat(), fc.nat(255), fc.nat(3));
    const property = fc.property(file, ([start, at, value, comments]) => {
      const changed = start.with(at % start.length, value);
      // A JPEG can have any number of comments before its size.
      const isJpeg = changed[0] === 0xff && changed[1] === 0xd8;
      const before = isJpeg ? Array.from({ length: comments }, () => segment(0xfe, Array<number>(60_000).fill(0))) : [];
      const whole = bytes(changed.subarray(0, 2), ...before, changed.subarray(2), Array<number>(IMAGE_START).fill(1));
      writeFileSync(join(folder, 'media/a.jpg'), whole);
      const [onDisk, inMemory] = [disk, memoryFiles({ 'media/a.jpg': whole })].map((files) =>
        readFile(files, entry, '').media!.imageSize(),
      );
      expect(onDisk).toEqual(inMemory);
    });
    fc.assert(property, { numRuns: runs({ test: 40, proof: 1000 }) });
    const long = FILES['JPEG rotated clockwise']!;
    const comment = segment(0xfe, Array<number>(60_000).fill(0));
    writeFileSync(join(folder, 'media/a.jpg'), bytes(long.subarray(0, 2), comment, comment, long.subarray(2)));
    expect(readFile(disk, entry, '').media!.imageSize()).toEqual(SIZE);
  });

  it('is found or unknown for any bytes, without an error', () => {
    const starts = [bytes(), ...Object.values(FILES).map((file) => file.subarray(0, 24))];
    const garbage = fc.tuple(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 200 }));
    const property = fc.property(garbage, ([start, rest]) => {
      const size = imageSize(bytes(start, rest));
      expect(size === undefined || (size.width > 0 && size.height > 0)).toBe(true);
    });
    fc.assert(property, { numRuns: 3000 });
  });

  it('is found or unknown for a file with corrupted bytes, without an error', () => {
    const property = fc.property(fc.constantFrom(...Object.values(FILES)), fc.nat(), fc.nat(255), (file, at, value) => {
      const size = imageSize(file.with(at % file.length, value));
      expect(size === undefined || size.width > 0).toBe(true);
    });
    fc.assert(property, { numRuns: 3000 });
  });
});

function bytes(...parts: readonly (string | ArrayLike<number>)[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'string' ? [...part].map((letter) => letter.charCodeAt(0)) : Array.from(part),
    ),
  );
}

function u32(number: number): number[] {
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 0xff);
}

function u16(number: number): number[] {
  return u32(number).slice(2);
}

function little16(number: number): number[] {
  return u16(number).toReversed();
}

function segment(marker: number, ...parts: readonly (string | ArrayLike<number>)[]): Uint8Array {
  const content = bytes(...parts);
  return bytes([0xff, marker], u16(content.length + 2), content);
}

function frame(marker: number, { width, height }: typeof SIZE): Uint8Array {
  return segment(marker, [8], u16(height), u16(width), [1, 1, 0x11, 0]);
}

function exif(orientation: number, order: 'II' | 'MM'): Uint8Array {
  const ordered = (number: number[]): number[] => (order === 'II' ? number.toReversed() : number);
  const entry = (tag: number, value: number): Uint8Array =>
    bytes(ordered(u16(tag)), ordered(u16(3)), ordered(u32(1)), ordered(u16(value)), [0, 0]);
  const directory = bytes(ordered(u16(2)), entry(0x0100, 1), entry(0x0112, orientation), u32(0));
  return segment(0xe1, 'Exif', [0, 0], order, ordered(u16(42)), ordered(u32(8)), directory);
}

function riff(type: string, ...parts: readonly ArrayLike<number>[]): Uint8Array {
  const content = bytes(...parts);
  const chunk = bytes(type, u32(content.length).toReversed(), content);
  return bytes('RIFF', u32(chunk.length + 4).toReversed(), 'WEBP', chunk);
}

function box(type: string, ...parts: readonly (string | ArrayLike<number>)[]): Uint8Array {
  const content = bytes(...parts);
  return bytes(u32(content.length + 8), type, content);
}

function ispe({ width, height }: typeof SIZE): Uint8Array {
  return box('ispe', u32(0), u32(width), u32(height));
}

function avif(...properties: readonly Uint8Array[]): Uint8Array {
  const meta = box('meta', u32(0), box('hdlr', u32(0)), box('iprp', box('ipco', ...properties)));
  return bytes(box('ftyp', 'mif1', u32(0), 'avifmiaf'), meta);
}

const pixels = (frames: number): Buffer =>
  Buffer.from(Array.from({ length: 9 * 9 * 3 * frames }, (_, at) => (at * 37) % 256));
const picture = sharp(pixels(1), { raw: { width: 9, height: 9, channels: 3 } });
const animation = sharp(pixels(3), { raw: { width: 9, height: 27, channels: 3, pageHeight: 9 } });
const PICTURES: Readonly<Record<string, Buffer>> = {
  png: await picture.png().toBuffer(),
  jpg: await picture.jpeg().toBuffer(),
  progressive: await picture
    .jpeg({ progressive: true })
    .withExif({ IFD0: { Copyright: 'Ada' } })
    .toBuffer(),
  gif: await picture.gif().toBuffer(),
  animation: await animation.gif().toBuffer(),
  webp: await picture.webp().toBuffer(),
  lossless: await picture.webp({ lossless: true }).toBuffer(),
  avif: await picture.avif().toBuffer(),
};

describe.each(Object.entries(PICTURES))('a picture (%s)', (_, bytes) => {
  it('is whole, also with something behind its end', () => {
    expect(isWholePicture(bytes)).toBe(true);
    expect(isWholePicture(Buffer.concat([bytes, Buffer.alloc(8)]))).toBe(true);
  });

  it('is not whole if it was cut off anywhere', () => {
    const lengths = fc.nat(bytes.length - 1);
    const isCutOff = (length: number): boolean => !isWholePicture(bytes.subarray(0, length));
    fc.assert(fc.property(lengths, isCutOff), { seed: SEED, numRuns: runs({ test: 200, proof: 5000 }) });
  });
});

it('is not made of the first bytes of one', () => {
  for (const text of ['GIF89a/*<script>alert(1)</script>*/', 'GIF89a', '\x89PNG', '\xFF\xD8\xFF', ''])
    expect(isWholePicture(Buffer.from(text, 'latin1'))).toBe(false);
});

it.each([
  ['AVIF', 'avif', 'avifmif1miaf', 'avif'],
  ['AVIF whose first brand is that of any picture', 'mif1', 'mif1avifmiaf', 'avif'],
  ['HEIC', 'heic', 'mif1heic', undefined],
  ['HEIC whose first brand is that of any picture', 'mif1', 'mif1heic', undefined],
  ['a film', 'isom', 'isommp41', undefined],
])('the brands of a file show %s', (_, major, compatible, format) => {
  const brands = `ftyp${major}\0\0\0\0${compatible}`;
  const size = String.fromCodePoint(4 + brands.length);
  expect(pictureFormat(Buffer.from(`\0\0\0${size}${brands}\0\0\0\x20meta`, 'latin1'))).toBe(format);
});
