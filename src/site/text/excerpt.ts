import { proseText } from '../../markdown/plain-text.ts';
import { keptReading } from '../../markdown/text-memory.ts';
import type { Entity } from '../../model/broadcast.ts';
import { perEntity } from '../../model/per-entity.ts';
import { cutAtWord } from './cut.ts';
import type { Text } from './localise.ts';

/** What shows more is on the document's own page, for which the whole text is parsed anyway. */
const CARD = 160;

/** The first sentences of one or several texts as plain text, cut at a word. */
export function excerpt(texts: string | readonly string[], length = CARD): string {
  const text = [texts]
    .flat()
    .map((each) => startOf(each, length).prose)
    .join(' ')
    .trim();
  return cutAtWord(text, length);
}

interface Start {
  readonly prose: string;
  /** Nothing comes after it. */
  readonly isWhole: boolean;
}

export interface Reading {
  /** On the document's own page, for which the whole text is parsed anyway. */
  readonly whole?: boolean;
}

/** Parsing takes long, so for a card first a part is parsed that usually is enough. */
function startOf(markdown: string, length: number, { whole = false }: Reading = {}): Start {
  const part = whole || length > CARD ? markdown : beginning(markdown, length * 3);
  const start = { prose: proseText(part), isWhole: part.length === markdown.length };
  return isEnough(start, length) ? start : { prose: proseText(markdown), isWhole: true };
}

const isEnough = ({ prose, isWhole }: Start, length: number): boolean =>
  isWhole || (length <= CARD && prose.length > length);

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

const known = perEntity(() => new Map<string, Start>());
const shown = perEntity(() => new Map<number, Map<string, string>>());

/** The start of a document's texts. Cached: it is shown in several places, and in several lengths. */
export function shortText(
  entity: object,
  texts: string | readonly string[],
  length = CARD,
  reading: Reading = {},
): string {
  const byLength = shown(entity as Entity);
  const byText = byLength.get(length) ?? new Map<string, string>();
  byLength.set(length, byText);
  const key = typeof texts === 'string' ? texts : texts.join('\0');
  let text = byText.get(key);
  if (text === undefined) {
    const read = (): string => cutAtWord(startsOf(entity, [texts].flat(), length, reading).join(' ').trim(), length);
    // Empty, if the text took too long to parse.
    text = keptReading(`start ${length}`, key, { read, isLasting: (made) => made !== '' });
    byText.set(key, text);
  }
  return text;
}

const startsOf = (entity: object, texts: readonly string[], length: number, reading: Reading): readonly string[] => {
  const starts = known(entity as Entity);
  return texts.map((each) => {
    let start = starts.get(each);
    if (!start || !isEnough(start, length)) starts.set(each, (start = startOf(each, length, reading)));
    return start.prose;
  });
};

/** A text with its language, shortened for a card. */
export function shortened(entity: object, text: Text | undefined, reading: Reading = {}): Text | undefined {
  const words = text && shortText(entity, text.text, CARD, reading);
  return words ? { ...text, text: words } : undefined;
}
