/** The adapter for `sharp`, an optional dependency because it is a native library of forty megabytes. */
import type { Sharp } from 'sharp';

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
  /** An animation is not resized: it would lose its motion. */
  readonly isAnimated: (bytes: Uint8Array) => Promise<boolean>;
  /** The picture at each width in each format. */
  readonly resize: (bytes: Uint8Array, widths: readonly number[]) => Promise<readonly Resized[]>;
  /**
   * The picture upright, without metadata: where and when it was taken, with which camera, and by whom. Returns the same
   * bytes if there is no metadata.
   */
  readonly clean: (bytes: Uint8Array) => Promise<Uint8Array>;
  /** A JPEG in the size of link previews. */
  readonly preview: (bytes: Uint8Array, size: Size) => Promise<Uint8Array>;
  /** A square PNG with the whole picture in its middle. */
  readonly icon: (bytes: Uint8Array, size: Size, icon: Icon) => Promise<Uint8Array>;
}

/** Change it to have all pictures made again. */
export const RECIPE = 'v4 avif 50/3 webp 76/4 clean 92 preview 1200x630/80 whole linear';

/** Photos of up to a hundred megapixels are decoded line by line; larger ones are not meant for a page. */
export const MOST_PIXELS = 100_000_000;

const PREVIEW: Size = { width: 1200, height: 630 };

const SOURCE = {
  limitInputPixels: MOST_PIXELS,
  sequentialRead: true,
  failOn: 'error',
  autoOrient: true,
} as const;

/** Undefined if it is not installed, or not for this platform. */
export async function loadSharp(): Promise<Resizer | undefined> {
  try {
    const { default: sharp } = await import('sharp');
    return {
      isAnimated: async (bytes) => ((await sharp(bytes, SOURCE).metadata()).pages ?? 1) > 1,
      resize: (...wish) => resize(sharp, ...wish),
      clean: (bytes) => clean(sharp, bytes),
      preview: (...wish) => preview(sharp, ...wish),
      icon: (...wish) => icon(sharp, ...wish),
    };
  } catch {
    return undefined;
  }
}

type Library = (bytes: Uint8Array, options: object) => Sharp;

async function resize(sharp: Library, bytes: Uint8Array, widths: readonly number[]): ReturnType<Resizer['resize']> {
  // Decoded once, to the largest size needed: after that, memory use is small regardless of the photo's size.
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
      resized.push({ format, width, bytes: await ENCODED[format](picture).toBuffer() });
    }
  }
  return resized;
}

async function clean(sharp: Library, bytes: Uint8Array): Promise<Uint8Array> {
  const { exif, xmp, iptc, orientation = 1, format, pages = 1 } = await sharp(bytes, SOURCE).metadata();
  if (!exif && !xmp && !iptc && orientation === 1) return bytes;
  const source = pages > 1 ? { ...SOURCE, autoOrient: false, animated: true } : SOURCE;
  // All other metadata is removed. Without its profile the colours would change.
  const picture = sharp(bytes, source).keepIccProfile();
  return await encodedAgain(picture, format).toBuffer();
}

async function preview(sharp: Library, bytes: Uint8Array, { width, height }: Size): Promise<Uint8Array> {
  const picture = (): Sharp => sharp(bytes, SOURCE).flatten({ background: '#fff' }).toColourspace('srgb');
  const isWide = width / height > WIDE_ENOUGH;
  if (isWide) return await asPreview(picture().resize({ ...PREVIEW, fit: 'cover' }));
  // Cropping could cut off the head in a portrait, so it is shown whole on a blurred copy.
  const blurred = await pixelsOf(
    picture()
      .resize({ ...BLURRED, fit: 'cover' })
      .blur(BLUR),
  );
  const whole = await pixelsOf(picture().resize({ ...PREVIEW, fit: 'inside' }));
  // Without edges there is nothing to sharpen, which takes half as long again.
  const ground = sharp(blurred.data, { raw: blurred.info }).resize({ ...PREVIEW, fit: 'fill', kernel: 'linear' });
  return await asPreview(ground.composite([{ input: whole.data, raw: whole.info }]));
}

export interface Icon {
  /** In pixels. */
  readonly side: number;
  /** Phones that show an icon as it is make its transparent parts black. */
  readonly ground?: string | undefined;
}

/** A drawing has no size in pixels: it is rendered at the size needed. */
async function icon(sharp: Library, bytes: Uint8Array, { width, height }: Size, { side, ground }: Icon) {
  const density = Math.min(Math.max((72 * side) / Math.max(width, height), 1), 2400);
  const margin = ground === undefined ? 0 : Math.round(side / 10);
  const inner = side - 2 * margin;
  const background = ground ?? '#0000';
  const picture = sharp(bytes, { ...SOURCE, density });
  return await (ground === undefined ? picture : picture.flatten({ background }))
    .resize(inner, inner, { fit: 'contain', background })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background })
    .png({ palette: true })
    .toBuffer();
}

const WIDE_ENOUGH = 1.4;

/** An eighth: enlarged again it looks the same, and blurring all pixels would take as long as the rest of a small site. */
const BLURRED: Size = { width: 150, height: 79 };
const BLUR = 5;

const asPreview = (picture: Sharp): Promise<Buffer> => picture.jpeg({ quality: 80 }).toBuffer();

const pixelsOf = (picture: Sharp) => picture.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });

const ENCODED: Readonly<Record<Format, (picture: Sharp) => Sharp>> = {
  // One step more takes five times as long and saves four percent.
  avif: (picture) => picture.avif({ quality: 50, effort: 3 }),
  webp: (picture) => picture.webp({ quality: 76, effort: 4 }),
};

/** In its own format, at a quality without visible loss. */
function encodedAgain(picture: Sharp, format: string): Sharp {
  switch (format) {
    case 'jpeg':
      return picture.jpeg({ quality: 92 });
    case 'webp':
      return picture.webp({ quality: 92 });
    case 'heif':
      return picture.avif({ quality: 80, effort: 3 });
    default:
      return picture.png();
  }
}
