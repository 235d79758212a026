import { proseText } from '../../markdown/plain-text.ts';
import { cutAtWord } from './cut.ts';
import type { Text } from './localise.ts';

/** What shows more is on the document's own page, for which the whole text is parsed anyway. */
const CARD = 160;

export interface Reading {
  /** On the document's own page, for which the whole text is parsed anyway. */
  readonly whole?: boolean;
}

/** The first sentences of one or several texts as plain text, cut at a word. */
export function excerpt(texts: string | readonly string[], length = CARD, reading: Reading = {}): string {
  const starts = [texts].flat().map((each) => startOf(each, length, reading));
  return cutAtWord(starts.join(' ').trim(), length);
}

/** Parsing takes long, so for a card first a part is parsed that usually is enough. */
function startOf(markdown: string, length: number, { whole = length > CARD }: Reading): string {
  const part = whole ? markdown : beginning(markdown, length * 3);
  const prose = proseText(part, length);
  return part.length === markdown.length || prose.length > length ? prose : proseText(markdown, length);
}

/** Up to the end of a paragraph; the whole text if what follows may change how it reads. */
function beginning(markdown: string, length: number): string {
  const end = markdown.indexOf('\n\n', length);
  // It may end with definitions that a link or a note refers to.
  if (end === -1 || markdown.includes(']:', end)) return markdown;
  const first = markdown.slice(0, end);
  return !MAY_GO_ON.test(first) && PARAGRAPH.test(first) ? first : markdown;
}

/** A comment, a table, code in fences or a note may go on after a blank line, and is not shown in an excerpt. */
const MAY_GO_ON = /[<|]|\[\^|(?:^|\n)[ \t>*+\-\d.)]*(?:```|~~~)/;
/** Only a text without any has an excerpt of its headings and code. */
const PARAGRAPH = /(?:^|\n\n)\p{L}[^\n]*(?:\n\n|$)/u;

/** A document has as many as its site has languages. Most have one, for which a map would take much more memory. */
interface Start {
  readonly texts: string;
  readonly text: string;
  readonly next: Start | undefined;
}

const starts = new WeakMap<object, Start>();

/** The start of a document's texts. Cached for cards: those are shown in several places. */
export function shortText(
  entity: object,
  texts: string | readonly string[],
  length = CARD,
  reading: Reading = {},
): string {
  if (length !== CARD) return excerpt(texts, length, reading);
  const key = typeof texts === 'string' ? texts : texts.join('\0');
  const first = starts.get(entity);
  for (let known = first; known; known = known.next) if (known.texts === key) return known.text;
  const text = excerpt(texts, length, reading);
  starts.set(entity, { texts: key, text, next: first });
  return text;
}

/** A text with its language, shortened for a card. */
export function shortened(entity: object, text: Text | undefined, reading: Reading = {}): Text | undefined {
  const words = text && shortText(entity, text.text, CARD, reading);
  return words ? { ...text, text: words } : undefined;
}
