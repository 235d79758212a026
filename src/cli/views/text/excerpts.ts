/** Parts of long texts: enough to see what differs, and never a cut that makes two different texts look the same. */
import { printable } from '../../../diagnostics/printable.ts';
import type { Piece } from './word-diff.ts';

/** How many unchanged characters are shown on each side of a change. */
const CONTEXT = 40;

/** Shortens the unchanged parts to what is next to a change. */
export const excerptsOf = (pieces: readonly Piece[]): readonly Piece[] =>
  pieces.map(({ type, text }, index) => {
    const [isFirst, isLast] = [index === 0, index === pieces.length - 1];
    if (type !== 'same' || text.length <= CONTEXT * (isFirst || isLast ? 1 : 2) + 20) return { type, text };
    const [start, end] = [isFirst ? '' : startOf(text, CONTEXT), isLast ? '' : endOf(text, CONTEXT)];
    return { type, text: `${start}…${end}` };
  });

const isSecondHalf = (text: string, index: number): boolean => /[\udc00-\udfff]/.test(text[index] ?? '');

/** The start of a value that is long, and how long it is. */
export function startAndSize(text: string, most: number): readonly [start: string, size: string] {
  const size = [...text].length;
  return size > most ? [`${startOf(text, most - 1)}…`, ` (${number(size)} characters)`] : [text, ''];
}

/** A text that others wrote. */
export const inOneLine = (text: string): string => printable(text.replaceAll('\n', '⏎ '));

/** The start of a text, up to the end of a word if there is one. */
export function startOf(text: string, most: number): string {
  const end = isSecondHalf(text, Math.floor(most)) ? Math.floor(most) - 1 : Math.floor(most);
  const cut = text.slice(0, end);
  const space = cut.search(/\s\S*$/);
  return space > most / 2 ? cut.slice(0, space + 1) : cut;
}

export function endOf(text: string, most: number): string {
  const begin = text.length - Math.floor(most);
  const cut = text.slice(isSecondHalf(text, begin) ? begin + 1 : begin);
  const space = cut.search(/\s/);
  return space >= 0 && space < most / 2 ? cut.slice(space) : cut;
}

/** Whole numbers. The first that `Intl` formats would take twenty milliseconds, for it lists all languages then. */
export const number = (value: number): string => String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');

/** True if two different texts look the same: they differ in spaces, in invisible characters or in their Unicode form. */
export const looksSame = (one: string, other: string): boolean => one !== other && visible(one) === visible(other);

const visible = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Makes every character visible. */
export const spelledOut = (text: string): string =>
  text
    .replaceAll(/[^\x20-\x7e\n]/gu, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`)
    .replaceAll(' ', '␠')
    .replaceAll('\n', '⏎');

/** The first items and, if there are more, a last line about the rest. */
export const firstOf = (items: readonly string[], most: number, rest: (left: number) => string): readonly string[] =>
  items.length > most ? [...items.slice(0, most), rest(items.length - most)] : items;

/** `1.2 MB`, or `34 kB` where that would be 0.0 MB. */
export const sizeText = (bytes: number): string =>
  bytes > 0 && bytes < 1e5 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
