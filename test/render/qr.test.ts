import { gzipSync } from 'node:zlib';
import jsqr from 'jsqr';
import { expect, it } from 'vitest';
import { qrRows } from '../../src/values/qr-rows.ts';
import { modulesOf } from '../../src/render/theme-files.ts';
import { THEME } from './build-harness.ts';

const QUIET = 4;
const SCALE = 2;

/** As a camera sees it: black on white, with a margin. */
function read(text: string): string | undefined {
  const rows = qrRows(text);
  const size = (rows.length + 2 * QUIET) * SCALE;
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++)
      if (rows[Math.floor(y / SCALE) - QUIET]?.[Math.floor(x / SCALE) - QUIET])
        pixels.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3);
  const decode = jsqr as unknown as (data: Uint8ClampedArray, width: number, height: number) => { data: string } | null;
  return decode(pixels, size, size)?.data;
}

it.each([
  'https://example.org/',
  'https://example.org/favorites/#plan=é',
  `https://example.org/favorites/#plan=${'ab12'.repeat(200)}`,
])('a QR code is read by a decoder of others: %s', (text) => {
  expect(read(text)).toBe(text);
});

it('the encoder is at most 4 kB for visitors', () => {
  expect(gzipSync(modulesOf({ text: (path) => THEME.read(path) ?? '' }).qr).length).toBeLessThan(4096);
});
