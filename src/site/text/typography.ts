import type { Locale } from '../../kinds/shapes/primitives.ts';

/** French sets a space before some marks, at which no line may end. People type the usual one. */
export function withUnbrokenMarks(text: string, locale: Locale): string {
  return locale === 'fr' ? text.replace(/ (?=[:;!?»%€])/g, '\u00a0').replace(/« /g, '«\u00a0') : text;
}

/** The words of a link: where it dials, the number in them stays on one line. */
export const linkWords = (words: string, url: string | undefined): string =>
  url?.startsWith('tel:') ? words.replace(/(?<=\d) (?=\d)/g, '\u00a0') : words;
