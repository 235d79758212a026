/** The format of a picture by its first bytes, since a name can say anything, and whether it has its end. */
import { ifPossible } from '../values/if-possible.ts';

/** Of a picture that comes from elsewhere: more than any camera makes. */
export const MOST_PICTURE_BYTES = 25 * 1024 * 1024;

const FORMATS: readonly (readonly [start: RegExp, extension: string])[] = [
  [/^\xFF\xD8/, 'jpg'],
  [/^\x89PNG/, 'png'],
  [/^GIF8/, 'gif'],
  [/^RIFF[^]{4}WEBP/, 'webp'],
  // Among its brands, the first may be that of any picture of this family.
  [/^[^]{4}ftyp(?:[^]{4})*?avi[fs]/, 'avif'],
];

/** The extension that it should have; undefined if these are not pixels in a format that browsers show. */
export function pictureFormat(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 64)).toString('latin1');
  return FORMATS.find(([pattern]) => pattern.test(start))?.[1];
}

/**
 * True if a picture has its end, and not only the start: an upload may be cut off, and a
 * few bytes can pretend to be a picture. What follows the end does not matter, as to browsers.
 */
export function isWholePicture(bytes: Uint8Array): boolean {
  const find = ENDS[pictureFormat(bytes) ?? ''];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // To read past the end is a range error.
  const end = find && ifPossible(() => find(view), RangeError);
  return end !== undefined && end <= bytes.length;
}

/** Where a picture ends; undefined if it does not have what belongs into one. */
type End = (view: DataView) => number | undefined;

const ENDS: Readonly<Record<string, End>> = { png, gif, jpg, webp, avif };

function png(view: DataView): number {
  const IEND = 0x49454e44;
  let at = 8;
  while (view.getUint32(at + 4) !== IEND) at += 12 + view.getUint32(at);
  return at + 12;
}

function gif(view: DataView): number | undefined {
  const [EXTENSION, IMAGE, TRAILER] = [0x21, 0x2c, 0x3b];
  const tableLength = (flags: number): number => (flags >= 0x80 ? 3 * 2 ** ((flags % 8) + 1) : 0);
  const behindBlocks = (start: number): number => {
    let at = start;
    while (view.getUint8(at) !== 0) at += 1 + view.getUint8(at);
    return at + 1;
  };
  let at = 13 + tableLength(view.getUint8(10));
  let images = 0;
  while (view.getUint8(at) !== TRAILER) {
    const type = view.getUint8(at);
    if (type !== EXTENSION && type !== IMAGE) return undefined;
    if (type === IMAGE) images++;
    at = behindBlocks(type === EXTENSION ? at + 2 : at + 11 + tableLength(view.getUint8(at + 9)));
  }
  return images > 0 ? at + 1 : undefined;
}

function jpg(view: DataView): number | undefined {
  const [SCAN, END] = [0xffda, 0xffd9];
  let at = 2;
  while (view.getUint16(at) !== SCAN) {
    if (view.getUint8(at) !== 0xff) return undefined;
    at += view.getUint8(at + 1) === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  while (view.getUint16(at) !== END) at++;
  return at + 2;
}

function webp(view: DataView): number {
  return 8 + view.getUint32(4, true);
}

function avif(view: DataView): number {
  const missing = new Set([0x6d657461, 0x6d646174]); // `meta` and `mdat`, in any order
  let at = 0;
  while (missing.size > 0) {
    const size = view.getUint32(at);
    missing.delete(view.getUint32(at + 4));
    // Up to the end of the file.
    if (size === 0) return missing.size === 0 ? view.byteLength : Infinity;
    at += size === 1 ? Math.max(16, Number(view.getBigUint64(at + 8))) : Math.max(8, size);
  }
  return at;
}
