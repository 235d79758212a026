/**
 * The displayed size of an image in pixels, read from its first bytes. Nothing here throws: a byte past the end reads
 * as NaN, every sum with it is NaN, and no comparison with NaN is true, so a truncated file has no size.
 */
export interface ImageSize {
  /** Width in pixels. */
  readonly width: number;
  /** Height in pixels. */
  readonly height: number;
}

/** Metadata of cameras is at most as long, and precedes the size. */
export const IMAGE_START = 64 * 1024;

/** Looked for in the start first, so that a caller that reads no more than that gets the same answer, if there is one. */
export function imageSize(bytes: Uint8Array): ImageSize | undefined {
  const found = sizeIn(bytes.subarray(0, IMAGE_START));
  return found ?? (bytes.length > IMAGE_START ? sizeIn(bytes) : undefined);
}

function sizeIn(bytes: Uint8Array): ImageSize | undefined {
  for (const measure of [png, gif, jpeg, webp, avif, svg]) {
    const size = measure(bytes);
    if (size && size.width > 0 && size.height > 0) return size;
  }
  return undefined;
}

function png(bytes: Uint8Array): ImageSize | undefined {
  if (ascii(bytes, 1, 3) !== 'PNG' || ascii(bytes, 12, 4) !== 'IHDR') return undefined;
  return { width: bigEndian(bytes, 16, 4), height: bigEndian(bytes, 20, 4) };
}

function gif(bytes: Uint8Array): ImageSize | undefined {
  if (!/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return undefined;
  return { width: littleEndian(bytes, 6, 2), height: littleEndian(bytes, 8, 2) };
}

function jpeg(bytes: Uint8Array): ImageSize | undefined {
  if (bigEndian(bytes, 0, 3) !== 0xffd8ff) return undefined;
  let isTurned = false;
  let at = 2;
  while (at + 9 <= bytes.length) {
    const marker = byte(bytes, at + 1);
    if (byte(bytes, at) !== 0xff) return undefined;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isStartOfFrame(marker)) {
      const [height, width] = [bigEndian(bytes, at + 5, 2), bigEndian(bytes, at + 7, 2)];
      return isTurned ? { width: height, height: width } : { width, height };
    }
    if (marker === 0xe1 && ascii(bytes, at + 4, 4) === 'Exif') isTurned = isRotated(bytes, at + 10);
    at += 2 + bigEndian(bytes, at + 2, 2);
  }
  return undefined;
}

/** C0 to CF start a frame, except for Huffman tables, arithmetic conditioning, and a reserved marker. */
function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** Exif's orientations from 5 to 8 swap width and height. */
function isRotated(bytes: Uint8Array, tiff: number): boolean {
  const number = ascii(bytes, tiff, 2) === 'II' ? littleEndian : bigEndian;
  const directory = tiff + number(bytes, tiff + 4, 4);
  const end = directory + 2 + number(bytes, directory, 2) * 12;
  for (let entry = directory + 2; entry < end && entry < bytes.length; entry += 12) {
    if (number(bytes, entry, 2) !== 0x0112) continue;
    const orientation = number(bytes, entry + 8, 2);
    return orientation >= 5 && orientation <= 8;
  }
  return false;
}

function webp(bytes: Uint8Array): ImageSize | undefined {
  if (ascii(bytes, 0, 4) !== 'RIFF' || ascii(bytes, 8, 4) !== 'WEBP') return undefined;
  switch (ascii(bytes, 12, 4)) {
    case 'VP8 ':
      if (bigEndian(bytes, 23, 3) !== 0x9d012a) return undefined;
      return { width: littleEndian(bytes, 26, 2) % 0x4000, height: littleEndian(bytes, 28, 2) % 0x4000 };
    case 'VP8L': {
      // Fourteen bits each, minus one, after a signature byte.
      const bits = littleEndian(bytes, 21, 4);
      return { width: (bits % 0x4000) + 1, height: (Math.floor(bits / 0x4000) % 0x4000) + 1 };
    }
    case 'VP8X':
      return { width: littleEndian(bytes, 24, 3) + 1, height: littleEndian(bytes, 27, 3) + 1 };
    default:
      return undefined;
  }
}

interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

function avif(bytes: Uint8Array): ImageSize | undefined {
  const boxes = boxesIn(bytes, 0, bytes.length);
  const [first] = boxes;
  const brands = first?.type === 'ftyp' ? ascii(bytes, first.start, Math.min(first.end - first.start, 256)) : '';
  if (!/avi[fs]/.test(brands)) return undefined;
  const properties = boxes
    .filter(({ type }) => type === 'meta')
    // A version and flags precede the inner boxes.
    .flatMap(({ start, end }) => boxesIn(bytes, start + 4, end))
    .flatMap((box) => inside(bytes, box, 'iprp'))
    .flatMap((box) => inside(bytes, box, 'ipco'));
  const sizes = properties
    .filter(({ type }) => type === 'ispe')
    .map(({ start }) => ({ width: bigEndian(bytes, start + 4, 4), height: bigEndian(bytes, start + 8, 4) }));
  // A thumbnail and the tiles of a grid have sizes too; the image itself is the largest.
  const size = sizes.toSorted((one, other) => other.width * other.height - one.width * one.height)[0];
  const isTurned = properties.some(({ type, start }) => type === 'irot' && byte(bytes, start) % 2 === 1);
  return size && isTurned ? { width: size.height, height: size.width } : size;
}

function inside(bytes: Uint8Array, box: Box, type: string): Box[] {
  return box.type === type ? boxesIn(bytes, box.start, box.end) : [];
}

function boxesIn(bytes: Uint8Array, start: number, end: number): Box[] {
  const boxes: Box[] = [];
  let at = start;
  while (at + 8 <= end) {
    const size = bigEndian(bytes, at, 4);
    const header = size === 1 ? 16 : 8;
    // A size of 0 means the rest of the file, and 1 means that the actual size follows.
    const length = size === 0 ? end - at : size === 1 ? bigEndian(bytes, at + 8, 8) : size;
    if (!(length >= header && at + length <= end)) break;
    boxes.push({ type: ascii(bytes, at + 4, 4), start: at + header, end: at + length });
    at += length;
  }
  return boxes;
}

function svg(bytes: Uint8Array): ImageSize | undefined {
  const text = new TextDecoder().decode(bytes.subarray(0, 65_536));
  const prologue =
    /^\s*(?:<\?[^>]*>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE[^>[]*(?:\[[^\]]*\]\s*)?>\s*)*/i.exec(text)?.[0] ?? '';
  const tag = /^<(?:\w+:)?svg(?:\s(?:"[^"]*"|'[^']*'|[^>"'])*)?>/.exec(text.slice(prologue.length))?.[0];
  if (!tag) return undefined;
  const attributes = new Map(
    [...tag.matchAll(/\s([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, name, one, other]) => [name, one ?? other]),
  );
  const [, , boxWidth = Number.NaN, boxHeight = Number.NaN] = (attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [width, height] = [pixels(attributes.get('width')), pixels(attributes.get('height'))];
  // A missing side follows from the proportions.
  return {
    width: Math.round(width ?? (height ? (height * boxWidth) / boxHeight : boxWidth)),
    height: Math.round(height ?? (width ? (width * boxHeight) / boxWidth : boxHeight)),
  };
}

function pixels(length: string | undefined): number | undefined {
  const number = /^\s*\+?(\d*\.?\d+)(?:px)?\s*$/.exec(length ?? '')?.[1];
  return number === undefined ? undefined : Number(number);
}

function byte(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? Number.NaN;
}

function bigEndian(bytes: Uint8Array, at: number, length: number): number {
  let number = 0;
  for (let index = 0; index < length; index++) number = number * 256 + byte(bytes, at + index);
  return number;
}

function littleEndian(bytes: Uint8Array, at: number, length: number): number {
  let number = 0;
  for (let index = length - 1; index >= 0; index--) number = number * 256 + byte(bytes, at + index);
  return number;
}

function ascii(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}
