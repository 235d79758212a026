/** The edge to `sharp`, an optional dependency: a native library of forty megabytes that a site of drawings never needs. */
import type { Sharp } from 'sharp';

export const FORMATS = ['avif', 'webp'] as const;
export type Format = (typeof FORMATS)[number];

export interface Resized {
  readonly format: Format;
  readonly width: number;
  readonly bytes: Uint8Array;
}

/** The picture at each width in each format, or nothing of one that moves: it would stand still. */
export type Resizer = (bytes: Uint8Array, widths: readonly number[]) => Promise<readonly Resized[] | 'animated'>;

/** Changes when the same picture should be made anew. */
export const RECIPE = 'v1 avif 50/3 webp 76/4';

/** A photo of a hundred megapixels is decoded line by line; what is larger was hardly made for a page. */
export const MOST_PIXELS = 100_000_000;

/** Nothing when it is not installed, or not for this machine. */
export async function loadSharp(): Promise<Resizer | undefined> {
  try {
    const { default: sharp } = await import('sharp');
    return async (bytes, widths) => {
      const source = {
        limitInputPixels: MOST_PIXELS,
        sequentialRead: true,
        failOn: 'error',
        autoOrient: true,
      } as const;
      const { pages = 1 } = await sharp(bytes, source).metadata();
      if (pages > 1) return 'animated';
      // Decoded once, to the largest size that is needed: after that, memory is small whatever the photo was.
      const largest = Math.max(...widths);
      const { data, info } = await sharp(bytes, source)
        .resize({ width: largest, withoutEnlargement: true })
        .toColourspace('srgb')
        .raw({ depth: 'uchar' })
        .toBuffer({ resolveWithObject: true });
      const resized: Resized[] = [];
      for (const width of widths) {
        for (const format of FORMATS) {
          const picture = sharp(data, { raw: info }).resize({ width });
          resized.push({ format, width, bytes: await encode(picture, format).toBuffer() });
        }
      }
      return resized;
    };
  } catch {
    return undefined;
  }
}

function encode(picture: Sharp, format: Format): Sharp {
  switch (format) {
    case 'avif':
      // One step more takes five times as long, for four percent.
      return picture.avif({ quality: 50, effort: 3 });
    case 'webp':
      return picture.webp({ quality: 76, effort: 4 });
  }
}
