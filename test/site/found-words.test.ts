import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FIELDS, findWords, type WordFields } from '../../src/site/feeds/found-words.ts';
import { wordsOf, wordsOfSource } from '../../src/site/feeds/search-words.ts';
import { runs } from '../seed.ts';

const found = (documents: readonly WordFields[]): Readonly<Record<string, readonly number[]>> => {
  const { words, starts, found: all } = findWords(documents);
  return Object.fromEntries(words.map((word, index) => [word, [...all.subarray(starts[index], starts[index + 1])]]));
};

/** Document by document. */
function expected(documents: readonly WordFields[]): Readonly<Record<string, readonly number[]>> {
  const all: Record<string, number[]> = Object.create(null) as Record<string, number[]>;
  for (const [id, [text, facts, title]] of documents.entries()) {
    const best = new Map<string, number>();
    const { words: inText, headings } = wordsOfSource(text);
    for (const [field, words] of [inText, headings, wordsOf(facts), wordsOf(title)].entries())
      for (const word of words) best.set(word, field);
    for (const [word, field] of best) (all[word] ??= []).push(id * FIELDS + field);
  }
  return { ...all };
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc
    .array(fc.constantFrom('Étale', 'quay', '20', '𝟘 zero', '日本語', 'İ', '__proto__', 'ß', '# Heading'), {
      maxLength: 9,
    })
    .map((words) => words.join(' ')),
);
const fields: fc.Arbitrary<WordFields> = fc.tuple(text, text, text);

it('finds in each document the words of its text, headings, facts and title, and the best of these', () => {
  fc.assert(
    fc.property(fc.array(fields, { maxLength: 250 }), (documents) => {
      expect(found(documents)).toEqual(expected(documents));
    }),
    { numRuns: runs({ test: 20, proof: 400 }) },
  );
});
