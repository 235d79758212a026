import { assertNever } from '../../diagnostics/errors.ts';
import type { Sharp } from 'sharp';

export function encoded(picture: Sharp, format: 'avif' | 'webp'): Sharp {
  switch (format) {
    case 'avif':
      // One step more takes five times as long, for four percent.
      return picture.avif({ quality: 50, effort: 3 });
    case 'webp':
      return picture.webp({ quality: 76, effort: 4 });
    default:
      return assertNever(format);
  }
}

/** In the format it has, at a quality that nobody sees the difference of. */
export function encodedAgain(picture: Sharp, format: string): Sharp {
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
