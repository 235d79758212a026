/** The edge to `sharp`, an optional dependency: a native library of forty megabytes. */
import type { Sharp } from 'sharp';
import { encoded, encodedAgain } from './encode.ts';

export const FORMATS = ['avif', 'webp'] as const;
export type Format = (typeof FORMATS)[number];

export interface Resized {
  readonly format: Format;
  readonly width: number;
  readonly bytes: Uint8Array;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Resizer {
  /** The picture at each width in each format, or nothing of one that moves: it would stand still. */
  readonly resize: (bytes: Uint8Array, widths: readonly number[]) => Promise<readonly Resized[] | 'animated'>;
  /**
   * The picture upright, without what the camera or a program wrote into it: where and when it was taken, with what, and
   * by whom. The very bytes where there is nothing of the kind.
   */
  readonly clean: (bytes: Uint8Array) => Promise<Uint8Array>;
  /** As a JPEG of the size that other sites show beside a link. */
  readonly preview: (bytes: Uint8Array, size: Size) => Promise<Uint8Array>;
}

/** Changes when the same picture should be made anew. */
export const RECIPE = 'v2 avif 50/3 webp 76/4 clean 92 preview 1200x630/80 whole';

/** A photo of a hundred megapixels is decoded line by line; what is larger was hardly made for a page. */
export const MOST_PIXELS = 100_000_000;

const PREVIEW: Size = { width: 1200, height: 630 };

const SOURCE = {
  limitInputPixels: MOST_PIXELS,
  sequentialRead: true,
  failOn: 'error',
  autoOrient: true,
} as const;

/** Nothing when it is not installed, or not for this machine. */
export async function loadSharp(): Promise<Resizer | undefined> {
  try {
    const { default: sharp } = await import('sharp');
    return {
      resize: (...wish) => resize(sharp, ...wish),
      clean: (bytes) => clean(sharp, bytes),
      preview: (...wish) => preview(sharp, ...wish),
    };
  } catch {
    return undefined;
  }
}

type Library = (bytes: Uint8Array, options: object) => Sharp;

async function resize(sharp: Library, bytes: Uint8Array, widths: readonly number[]): ReturnType<Resizer['resize']> {
  const { pages = 1 } = await sharp(bytes, SOURCE).metadata();
  if (pages > 1) return 'animated';
  // Decoded once, to the largest size that is needed: after that, memory is small whatever the photo was.
  const largest = Math.max(...widths);
  const { data, info } = await sharp(bytes, SOURCE)
    .resize({ width: largest, withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const resized: Resized[] = [];
  for (const width of widths) {
    for (const format of FORMATS) {
      const picture = sharp(data, { raw: info }).resize({ width });
      resized.push({ format, width, bytes: await encoded(picture, format).toBuffer() });
    }
  }
  return resized;
}

async function clean(sharp: Library, bytes: Uint8Array): Promise<Uint8Array> {
  const { exif, xmp, iptc, orientation = 1, format, pages = 1 } = await sharp(bytes, SOURCE).metadata();
  if (!exif && !xmp && !iptc && orientation === 1) return bytes;
  const source = pages > 1 ? { ...SOURCE, autoOrient: false, animated: true } : SOURCE;
  // Whatever is not asked to be kept is left out. The colours of a profile would be others without it.
  const picture = sharp(bytes, source).keepIccProfile();
  return await encodedAgain(picture, format).toBuffer();
}

/** A drawing has no pixels of its own: it is drawn as large as it is needed. */
async function preview(sharp: Library, bytes: Uint8Array, { width, height }: Size): Promise<Uint8Array> {
  const scale = Math.max(PREVIEW.width / width, PREVIEW.height / height);
  const density = Math.min(Math.max(72 * scale, 1), 2400);
  const picture = (): Sharp =>
    sharp(bytes, { ...SOURCE, density })
      .flatten({ background: '#fff' })
      .toColourspace('srgb');
  const filling = picture().resize({ ...PREVIEW, fit: 'cover' });
  // A portrait would lose its head: it stands whole on a blurred one.
  const isWide = width / height > WIDE_ENOUGH;
  const shown = isWide
    ? filling
    : sharp(await filling.blur(40).toBuffer(), {}).composite([{ input: await whole(picture()) }]);
  return await shown.jpeg({ quality: 80 }).toBuffer();
}

const WIDE_ENOUGH = 1.4;

const whole = (picture: Sharp): Promise<Buffer> =>
  picture
    .resize({ ...PREVIEW, fit: 'inside' })
    .png()
    .toBuffer();
