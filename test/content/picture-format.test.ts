import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { isWholePicture, pictureFormat } from '../../src/content/picture-format.ts';
import { runs, SEED } from '../seed.ts';

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
