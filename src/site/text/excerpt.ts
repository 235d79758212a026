import { proseText } from '../../markdown/plain-text.ts';
import { keptReading } from '../../markdown/text-memory.ts';
import type { Entity } from '../../model/broadcast.ts';
import { perEntity } from '../../model/per-entity.ts';
import { cutAtWord } from './cut.ts';
import type { Text } from './localise.ts';

/** The first sentences of one or several texts as plain text, cut at a word. */
export function excerpt(texts: string | readonly string[], length = 160): string {
  const text = [texts]
    .flat()
    .map((each) => proseText(beginning(each, length)))
    .join(' ')
    .trim();
  return cutAtWord(text, length);
}

/** Much more than an excerpt, up to the end of a paragraph; the whole text if it may end with link definitions. */
function beginning(markdown: string, length: number): string {
  const end = markdown.indexOf('\n\n', length * 12);
  return end === -1 || markdown.includes(']:', end) ? markdown : markdown.slice(0, end);
}

const known = perEntity(() => new Map<number, Map<string, string>>());

/** The start of a document's texts. Cached: it is shown in several places, and shortening is slower than showing. */
export function shortText(entity: object, texts: string | readonly string[], length = 160): string {
  const byLength = known(entity as Entity);
  const byText = byLength.get(length) ?? new Map<string, string>();
  byLength.set(length, byText);
  const key = typeof texts === 'string' ? texts : texts.join('\0');
  let text = byText.get(key);
  if (text === undefined) {
    // Empty, if the text took too long to parse.
    const isLasting = (made: string): boolean => made !== '';
    text = keptReading(`excerpt ${length}`, key, { read: () => excerpt(texts, length), isLasting });
    byText.set(key, text);
  }
  return text;
}

/** A text with its language, shortened for a card. */
export function shortened(entity: object, text: Text | undefined): Text | undefined {
  const words = text && shortText(entity, text.text);
  return words ? { ...text, text: words } : undefined;
}
