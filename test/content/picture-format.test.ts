import { expect, it } from 'vitest';
import { pictureFormat } from '../../src/content/picture-format.ts';

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
