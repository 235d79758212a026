import { proseStart } from '../../markdown/reading.ts';
import { remembering } from '../../markdown/remembering.ts';
import type { Text } from './localise.ts';

const CARD = 160;
/** The length of a page's description for search engines. Nothing shows more. */
export const LONGEST = 500;

/** Cards are shown in several places. The starts of many texts take less room than what else is read in them. */
const startOf = remembering((text) => proseStart(text, LONGEST + 1), { most: 67_108_864 });

/** The first sentences of one or several texts as plain text, cut at a word. */
export function excerpt(texts: string | readonly string[], length = CARD): string {
  return cutAtWord([texts].flat().map(startOf).join(' ').trim(), length);
}

/** A text with its language, shortened for a card. */
export function shortened(text: Text | undefined): Text | undefined {
  const words = text && excerpt(text.text);
  return words ? { ...text, text: words } : undefined;
}

/** Plain text of at most this length, cut at a word. */
export function cutAtWord(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), length / 2)).replace(/[\s,;:.–-]+$/, '')}…`;
}
