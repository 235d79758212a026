import { hash } from 'node:crypto';
import { RECIPE, type Format } from './resizer.ts';

/** From a phone to the text width of a desktop page at twice the pixel density. */
const WIDTHS = [480, 960, 1600];

/** The widths for a picture: never larger than the original, and none that is close to the next. */
export function variantWidths(width: number): readonly number[] {
  const largest = Math.min(width, WIDTHS.at(-1)!);
  return [...WIDTHS.filter((candidate) => candidate <= largest * 0.8), largest];
}

export interface VariantKey {
  /** Covers the picture's content and the recipe, so that a name never refers to two pictures. */
  readonly digest: string;
  readonly width: number;
  readonly format: Format;
}

export const digestOf = (bytes: Uint8Array): string =>
  hash('sha256', Buffer.concat([Buffer.from(RECIPE), bytes]), 'hex').slice(0, 16);

/** `media/photos/bridge.jpg` at 480 pixels: `media/_/photos/bridge-0123456789abcdef-480.avif` */
export const variantPath = (name: string, key: VariantKey): string => derivedPath(name, cachedName(key));

export const cachedName = ({ digest, width, format }: VariantKey): string => `${digest}-${width}.${format}`;

/** The picture without metadata. It is published under the original's name. */
export const cleanName = (digest: string): string => `${digest}-clean`;

/** The picture for link previews. */
export const previewName = (digest: string): string => `${digest}-preview.jpg`;

/** A name may already be as long as file systems allow. Cut names do not clash: `cached` is a digest of the picture. */
export function derivedPath(name: string, cached: string): string {
  const stem = name.replace(/^media\//, '').replace(/\.[^./]*$/, '');
  const readable = stem.replace(/[^a-z0-9/]+/gi, '-').replace(/[^/]*$/, (last) => last.slice(0, 96));
  return `media/_/${readable}-${cached}`;
}
