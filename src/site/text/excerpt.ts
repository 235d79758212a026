import { proseText } from '../../markdown/reading.ts';
import type { Text } from './localise.ts';

const CARD = 160;
/** The length of a page's description for search engines. Nothing shows more. */
export const LONGEST = 500;

/** The first sentences of one or several texts as plain text, cut at a word. */
export function excerpt(texts: string | readonly string[], length = CARD): string {
  const starts = [texts].flat().map((each) => proseText(each, length));
  return cutAtWord(starts.join(' ').trim(), length);
}

/** A document has as many as its site has languages. Most have one, for which a map would take much more memory. */
interface Start {
  readonly texts: string;
  readonly text: string;
  readonly next: Start | undefined;
}

const starts = new WeakMap<object, Start>();

/**
 * The start of a document's texts. Cached, because cards are shown in several places, and because its own page shows both a
 * short and a long one.
 */
export function shortText(entity: object, texts: string | readonly string[], length = CARD): string {
  const key = typeof texts === 'string' ? texts : texts.join('\0');
  const first = starts.get(entity);
  for (let start = first; start; start = start.next) if (start.texts === key) return cutAtWord(start.text, length);
  const text = excerpt(texts, LONGEST);
  starts.set(entity, { texts: key, text, next: first });
  return cutAtWord(text, length);
}

/** A text with its language, shortened for a card. */
export function shortened(entity: object, text: Text | undefined): Text | undefined {
  const words = text && shortText(entity, text.text);
  return words ? { ...text, text: words } : undefined;
}

/** Plain text of at most this length, cut at a word. */
export function cutAtWord(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), length / 2)).replace(/[\s,;:.–-]+$/, '')}…`;
}
