import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { useTextMemory } from '../../src/markdown/remembering.ts';
import { FIELDS, findWords, type WordFields } from '../../src/site/feeds/search-groups.ts';
import { wordsOf, wordsOfSource } from '../../src/site/feeds/search-words.ts';
import { runs } from '../seed.ts';

afterEach(() => useTextMemory(undefined));

/** Counts what it did not know. Values are text in between, as in the file of a project. */
function memoryOfTexts(): { readonly missed: () => number } {
  const known = new Map<string, string>();
  let missed = 0;
  useTextMemory({
    find(name, text) {
      const value = known.get(`${name} ${text}`);
      if (value === undefined) missed++;
      return value === undefined ? undefined : (JSON.parse(value) as unknown);
    },
    keep: (name, text, value) => void known.set(`${name} ${text}`, JSON.stringify(value)),
  });
  return {
    missed() {
      const count = missed;
      missed = 0;
      return count;
    },
  };
}

const found = (documents: readonly WordFields[]): Readonly<Record<string, readonly number[]>> => {
  const named = documents.map((fields, index) => ({ name: `articles/${index}`, fields: () => fields }));
  const { words, starts, found: all } = findWords(named);
  return Object.fromEntries(words.map((word, index) => [word, [...all.subarray(starts[index], starts[index + 1])]]));
};

/** Without groups. */
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

describe('the words of a large site', () => {
  it('are the same in groups, with and without a memory, before and after an edit', () => {
    fc.assert(
      fc.property(
        fc.array(fields, { minLength: 150, maxLength: 250 }),
        fields,
        fc.nat({ max: 149 }),
        (documents, other, at) => {
          memoryOfTexts();
          const edited = documents.with(at, other);
          for (const each of [documents, documents, edited]) expect(found(each)).toEqual(expected(each));
          useTextMemory(undefined);
          expect(found(edited)).toEqual(expected(edited));
        },
      ),
      { numRuns: runs({ test: 10, proof: 200 }) },
    );
  });

  it('are found again only in the group of an edited, added or removed document', () => {
    const documents = Array.from({ length: 2000 }, (_, index) => ({
      name: `articles/${index}`,
      fields: (): WordFields => [`the text ${index} of an article `.repeat(10), 'News', `Title ${index}`],
    }));
    const { missed } = memoryOfTexts();
    findWords(documents);
    expect(missed()).toBeGreaterThan(15);
    findWords(documents);
    expect(missed()).toBe(0);
    findWords(documents.with(700, { ...documents[700]!, fields: () => ['edited', '', ''] }));
    expect(missed()).toBe(1);
    findWords([{ ...documents[0]!, name: 'articles/new' }, ...documents]);
    expect(missed()).toBeLessThanOrEqual(2);
    findWords(documents.toSpliced(1200, 1));
    expect(missed()).toBeLessThanOrEqual(2);
  });
});
