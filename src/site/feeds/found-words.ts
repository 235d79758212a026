/** The words of a large site, and the documents that each is in. There are millions, so they are counted in numbers. */
import { wordsOf, wordsOfSource } from './search-words.ts';

/** The Markdown of a document, its facts and its title. */
export type WordFields = readonly [text: string, facts: string, title: string];
/** In ascending order of what a word in them counts: text, headings, facts, title. */
export const FIELDS = 4;

export interface FoundWords {
  readonly words: readonly string[];
  /** For each word, where in `found` its documents begin; at last, where those of the last one end. */
  readonly starts: Uint32Array;
  /** The documents of each word in ascending order, as their numbers times four, plus the best of the fields that have it. */
  readonly found: Uint32Array;
}

/** In the order of words. */
export function findWords(documents: Iterable<WordFields>): FoundWords {
  /** For each word its index in the order in which they were found. */
  const indexes = new Map<string, number>();
  /** By that index: how many documents have the word, and where in `found` the last of them is. */
  const [counts, last]: [number[], number[]] = [[], []];
  /** The words of the first document, then those of the next. */
  const [owners, found] = [growing(), growing()];
  let id = 0;
  for (const [text, facts, title] of documents) {
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
          found.set(last[index]!, number);
          continue;
        }
        last[index] = found.length;
        counts[index]!++;
        owners.push(index);
        found.push(number);
      }
    }
    id++;
  }
  return inOrder(indexes, counts, { owners: owners.all(), found: found.all() });
}

function inOrder(
  indexes: ReadonlyMap<string, number>,
  counts: readonly number[],
  { owners, found }: { readonly owners: Uint32Array; readonly found: Uint32Array },
): FoundWords {
  const words = [...indexes.keys()].sort();
  const starts = new Uint32Array(words.length + 1);
  /** By the index of a word: where its next document goes. */
  const places = new Uint32Array(words.length);
  for (const [at, word] of words.entries()) {
    const index = indexes.get(word)!;
    places[index] = starts[at]!;
    starts[at + 1] = starts[at]! + counts[index]!;
  }
  const sorted = new Uint32Array(found.length);
  for (let index = 0; index < found.length; index++) sorted[places[owners[index]!]!++] = found[index]!;
  return { words, starts, found: sorted };
}

/** A list of numbers in four bytes each. */
function growing() {
  let numbers = new Uint32Array(4096);
  let length = 0;
  return {
    get length() {
      return length;
    },
    push(number: number): void {
      if (length === numbers.length) {
        const larger = new Uint32Array(2 * length);
        larger.set(numbers);
        numbers = larger;
      }
      numbers[length++] = number;
    },
    set: (at: number, number: number): void => void (numbers[at] = number),
    all: (): Uint32Array => numbers.subarray(0, length),
  };
}
