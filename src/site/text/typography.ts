/** Non-breaking spaces: pages add them, and texts on a page are found in files without them. */
import type { Locale } from '../../kinds/shapes/primitives.ts';
import type { Entity } from '../../model/broadcast.ts';
import { textsOf, type EntityText } from '../../model/texts.ts';

/** French puts a non-breaking space before some punctuation marks. People type an ordinary one. */
export function withUnbrokenMarks(text: string, locale: Locale): string {
  return locale === 'fr' ? text.replace(/ (?=[:;!?»%€])/g, '\u00a0').replace(/« /g, '«\u00a0') : text;
}

/** The text of a link. In a phone link, the number stays on one line. */
export const linkWords = (words: string, url: string | undefined): string =>
  url?.startsWith('tel:') ? words.replace(/(?<=\d) (?=\d)/g, '\u00a0') : words;

/** The texts of a document that a page shows as `shown`. Pages add non-breaking spaces, so these are ignored. */
export const writtenTexts = (entity: Entity, shown: string): readonly EntityText[] =>
  textsOf(entity).filter(
    ({ text }) => text === shown || (text.length === shown.length && plain(text) === plain(shown)),
  );

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');
