/**
 * The words of a large site in parts, of which a search loads one for each word (docs/decisions/0039-a-search-index-in-parts.md).
 * `templates/assets/find.js` reads them. A part is the words in a range of the alphabet, by turns with their documents:
 *
 *   word: a digit for the number of characters that it shares with the word before, and the others
 *   documents: for each the distance to the one before, after a sign for the field if that is not the text
 */
import { FIELDS, type FoundWords } from './found-words.ts';

export interface WordParts {
  /** The first word of each part but the first. */
  readonly starts: readonly string[];
  readonly parts: readonly string[];
}

/** A number is written in digits of 5 bits, the lowest first; all but the last have a sixth bit, as in source maps. */
const DIGITS = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_', 'latin1');
/** The sign of a field and six digits: `found` has numbers of 32 bits, of which the lowest two are the field. */
const MOST_CHARACTERS = 7;
const MOST_SHARED = DIGITS.length - 1;
/** The signs of headings, facts and titles. */
const SIGNS = Buffer.from(' !*+', 'latin1');

/** Into at most so many parts of about the same size. */
export function inParts({ words, starts, found }: FoundWords, count: number): WordParts {
  const longest = words.reduce((most, _, at) => Math.max(most, starts[at + 1]! - starts[at]!), 0);
  const written = Buffer.alloc(MOST_CHARACTERS * longest);
  const documents = words.map((_, index) => {
    const end = writeDocuments(found, { from: starts[index]!, to: starts[index + 1]!, into: written });
    return written.toString('latin1', 0, end);
  });
  const total = documents.reduce((sum, { length }, index) => sum + sizeOf(words[index]!, length), 0);
  const firsts = [0];
  let size = 0;
  for (const [index, word] of words.entries()) {
    const { length } = documents[index]!;
    const isFull = size * count >= total * firsts.length;
    if (isFull && firsts.length < count && (length > OFTEN || mayBegin(word))) firsts.push(index);
    size += sizeOf(word, length);
  }
  const parts = firsts.map((from, part) => {
    const to = firsts[part + 1] ?? words.length;
    let before = '';
    const lines = words.slice(from, to).map((word, index) => {
      const shared = sharedBy(before, word);
      before = word;
      return `${String.fromCharCode(DIGITS[shared]!)}${word.slice(shared)} ${documents[from + index]}`;
    });
    return lines.join(' ');
  });
  return { starts: firsts.slice(1).map((index) => words[index]!), parts };
}

/** About as it is written. */
const sizeOf = (word: string, documents: number): number => word.length / 2 + 3 + documents;

/** A word with so many characters of documents is in all versions of the site. */
const OFTEN = 500;

/** A part begins with one of few words, so that a new word in a part does not move the beginning of every later one. */
function mayBegin(word: string): boolean {
  let sum = 0;
  for (let index = 0; index < word.length; index++) sum = (sum * 31 + word.charCodeAt(index)) >>> 0;
  return sum % 16 === 0;
}

function sharedBy(before: string, word: string): number {
  let shared = 0;
  while (shared < MOST_SHARED && shared < word.length && before[shared] === word[shared]) shared++;
  // Half of a character cannot be written.
  return shared > 0 && /^[\udc00-\udfff]/.test(word.slice(shared, shared + 1)) ? shared - 1 : shared;
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly into: Uint8Array;
}

function writeDocuments(found: Uint32Array, { from, to, into }: Range): number {
  let at = 0;
  let before = -1;
  for (let index = from; index < to; index++) {
    const field = found[index]! % FIELDS;
    const id = (found[index]! - field) / FIELDS;
    if (field > 0) into[at++] = SIGNS[field]!;
    let number = id - before - 1;
    before = id;
    for (; number >= 32; number >>>= 5) into[at++] = DIGITS[32 + (number & 31)]!;
    into[at++] = DIGITS[number]!;
  }
  return at;
}

/** People mistype the words of names and titles most of all. */
const MOST_SPELLINGS = 3000;

/** The words in titles and facts, the most frequent ones if there are many: where a search looks for what was meant. */
export function spellingsIn({ words, starts, found }: FoundWords): string {
  const counted: (readonly [word: string, count: number])[] = [];
  for (const [index, word] of words.entries()) {
    if (word.length < 3 || /^\p{N}/u.test(word)) continue;
    const own = found.subarray(starts[index], starts[index + 1]);
    const count = own.reduce((sum, number) => sum + (number % FIELDS >= FIELDS - 2 ? 1 : 0), 0);
    if (count > 0) counted.push([word, count]);
  }
  const best = counted.length <= MOST_SPELLINGS ? counted : counted.sort(([, one], [, other]) => other - one);
  return best
    .slice(0, MOST_SPELLINGS)
    .map(([word]) => word)
    .sort()
    .join(' ');
}
