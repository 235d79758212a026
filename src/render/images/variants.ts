import { hash } from 'node:crypto';
import { RECIPE, type Format } from './resizer.ts';

/** From a phone to the width of a text on a desk at twice the density. */
const WIDTHS = [480, 960, 1600];

/** The widths that a picture is made in: never larger than itself, and none that hardly differs from the next. */
export function variantWidths(width: number): readonly number[] {
  const largest = Math.min(width, WIDTHS.at(-1)!);
  return [...WIDTHS.filter((candidate) => candidate <= largest * 0.8), largest];
}

export interface VariantKey {
  /** Of the picture's content and the way it is made: a name never stands for two pictures. */
  readonly digest: string;
  readonly width: number;
  readonly format: Format;
}

export const digestOf = (bytes: Uint8Array): string =>
  hash('sha256', Buffer.concat([Buffer.from(RECIPE), bytes]), 'hex').slice(0, 16);

/** `media/photos/bridge.jpg` at 480 pixels: `media/_/photos/bridge-0123456789abcdef-480.avif` */
export const variantPath = (name: string, key: VariantKey): string => derivedPath(name, cachedName(key));

export const cachedName = ({ digest, width, format }: VariantKey): string => `${digest}-${width}.${format}`;

/** Without what the camera wrote into it. It is published under the name of the original. */
export const cleanName = (digest: string): string => `${digest}-clean`;

/** What other sites show beside a link. */
export const previewName = (digest: string): string => `${digest}-preview.jpg`;

export function derivedPath(name: string, cached: string): string {
  const stem = name.replace(/^media\//, '').replace(/\.[^./]*$/, '');
  return `media/_/${stem.replace(/[^a-z0-9/]+/gi, '-')}-${cached}`;
}
