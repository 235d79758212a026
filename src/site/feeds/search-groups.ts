/**
 * The words of a large site, found in groups of documents. What was found in a group is remembered by its texts, so after an
 * edit of one document only the texts of its group are searched for words again. A large site has millions of words in its
 * texts, so a group has them as numbers of two bytes.
 */
import { keptReading } from '../../markdown/remembering.ts';
import { digest } from '../../values/digest.ts';
import { wordsOf, wordsOfSource } from './search-words.ts';

/** The Markdown of a document, its facts and its title. */
export type WordFields = readonly [text: string, facts: string, title: string];
/** In ascending order of what a word in them counts: text, headings, facts, title. */
export const FIELDS = 4;

interface Worded {
  /** Unique. */
  readonly name: string;
  readonly fields: () => WordFields;
}

export interface FoundWords {
  readonly words: readonly string[];
  /** For each word, where in `found` its documents begin; at last, where those of the last one end. */
  readonly starts: Uint32Array;
  /** The documents of each word in ascending order, as their numbers times four, plus the best of the fields that have it. */
  readonly found: Uint32Array;
}

interface PlacedGroup {
  /** The number of its first document. */
  readonly first: number;
  readonly words: readonly string[];
  /** For each word, how many of `found` belong to it. */
  readonly counts: Uint16Array;
  readonly found: Uint16Array;
}

/** As it is remembered. The numbers are in base64, which is read much faster than JSON. */
type WrittenGroup = readonly [words: string, counts: string, found: string];

/** About so many documents form a group. */
const TOGETHER = 64;
/** The numbers of a group have two bytes. */
const MOST_TOGETHER = 16_000;

/** In the order of words. */
export function findWords(documents: readonly Worded[]): FoundWords {
  return merged(inGroups(documents));
}

/** A group ends with a document that its own name decides: a new document changes one group. */
function inGroups(documents: readonly Worded[]): readonly PlacedGroup[] {
  const groups: PlacedGroup[] = [];
  let [first, fields]: [number, WordFields[]] = [0, []];
  const end = (): void => {
    groups.push({ first, ...wordsOfGroup(fields) });
    [first, fields] = [first + fields.length, []];
  };
  for (const { name, fields: read } of documents) {
    fields.push(read());
    if (fields.length === MOST_TOGETHER || isLast(name)) end();
  }
  if (fields.length > 0) end();
  return groups;
}

const isLast = (name: string): boolean => Buffer.from(digest(name), 'base64url').readUInt32BE() % TOGETHER === 0;

function merged(groups: readonly PlacedGroup[]): FoundWords {
  const totals = new Map<string, number>();
  for (const { words, counts } of groups)
    for (let index = 0; index < words.length; index++)
      totals.set(words[index]!, (totals.get(words[index]!) ?? 0) + counts[index]!);
  const words = [...totals.keys()].sort();
  const starts = new Uint32Array(words.length + 1);
  /** For each word, where its next document goes. */
  const places = totals;
  for (const [index, word] of words.entries()) {
    starts[index + 1] = starts[index]! + totals.get(word)!;
    places.set(word, starts[index]!);
  }
  const found = new Uint32Array(starts.at(-1)!);
  for (const { first, words: own, counts, found: inside } of groups) {
    let from = 0;
    for (let index = 0; index < own.length; index++) {
      let at = places.get(own[index]!)!;
      for (const to = from + counts[index]!; from < to; from++) found[at++] = first * FIELDS + inside[from]!;
      places.set(own[index]!, at);
    }
  }
  return { words, starts, found };
}

function wordsOfGroup(fields: readonly WordFields[]): Omit<PlacedGroup, 'first'> {
  const [words, counts, found] = keptReading('search-words', JSON.stringify(fields), () => writtenGroup(fields));
  return { words: words === '' ? [] : words.split(' '), counts: numbersIn(counts), found: numbersIn(found) };
}

function writtenGroup(documents: readonly WordFields[]): WrittenGroup {
  /** For each word its index, and for each index where in `found` its last document is. */
  const indexes = new Map<string, number>();
  const last: number[] = [];
  const counts: number[] = [];
  const [owners, found]: [number[], number[]] = [[], []];
  for (const [id, [text, facts, title]] of documents.entries()) {
    const before = found.length;
    const { words: inText, headings } = wordsOfSource(text);
    for (const [field, words] of [inText, headings, wordsOf(facts), wordsOf(title)].entries()) {
      const number = id * FIELDS + field;
      for (const word of words) {
        let index = indexes.get(word);
        if (index === undefined) {
          indexes.set(word, (index = last.length));
          last.push(-1);
          counts.push(0);
        }
        if (last[index]! >= before) {
          found[last[index]!] = number;
          continue;
        }
        last[index] = found.length;
        counts[index]!++;
        owners.push(index);
        found.push(number);
      }
    }
  }
  return [[...indexes.keys()].join(' '), inBase64(new Uint16Array(counts)), inBase64(byOwner(found, owners, counts))];
}

/** The numbers of the first owner, then those of the next. */
function byOwner(numbers: readonly number[], owners: readonly number[], counts: readonly number[]): Uint16Array {
  const sorted = new Uint16Array(numbers.length);
  let sum = 0;
  const places = counts.map((count) => (sum += count) - count);
  for (let index = 0; index < numbers.length; index++) sorted[places[owners[index]!]!++] = numbers[index]!;
  return sorted;
}

const inBase64 = ({ buffer }: Uint16Array): string => Buffer.from(buffer).toString('base64');

const numbersIn = (written: string): Uint16Array => {
  const bytes = Uint8Array.from(Buffer.from(written, 'base64'));
  return new Uint16Array(bytes.buffer);
};
