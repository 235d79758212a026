import type { Locale } from '../../kinds/shapes/primitives.ts';

/** French puts a non-breaking space before some punctuation marks. People type an ordinary one. */
export function withUnbrokenMarks(text: string, locale: Locale): string {
  return locale === 'fr' ? text.replace(/ (?=[:;!?»%€])/g, '\u00a0').replace(/« /g, '«\u00a0') : text;
}

/** The text of a link. In a phone link, the number stays on one line. */
export const linkWords = (words: string, url: string | undefined): string =>
  url?.startsWith('tel:') ? words.replace(/(?<=\d) (?=\d)/g, '\u00a0') : words;
