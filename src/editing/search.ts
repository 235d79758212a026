/** Finding things by what somebody types: every word has to occur, accents and case do not matter. */
import { withoutAccents } from '../content/placement.ts';

/** Something to find. `texts` are without accents, that which people know it by first. */
export interface Findable {
  readonly texts: readonly string[];
}

export const findable = (...texts: readonly string[]): readonly string[] => texts.map(withoutAccents);

/** The best matches first; equal ones in their former order. */
export function found<T extends Findable>(all: readonly T[], search: string): readonly T[] {
  const words = withoutAccents(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return all;
  const ranked = all.flatMap((each) => {
    const rank = rankOf(each.texts, words);
    return rank === undefined ? [] : [{ each, rank }];
  });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ each }) => each);
}

/** 0 if the name starts with it; then words of the name that start with it, parts of the name, and anything else. */
function rankOf([name = '', ...others]: readonly string[], words: readonly string[]): number | undefined {
  if (name.startsWith(words.join(' '))) return 0;
  if (words.every((word) => startsWordOf(name, word))) return 1;
  if (words.every((word) => name.includes(word))) return 2;
  const isThere = (word: string): boolean => name.includes(word) || others.some((text) => text.includes(word));
  return words.every(isThere) ? 3 : undefined;
}

const startsWordOf = (name: string, word: string): boolean => name.startsWith(word) || name.includes(` ${word}`);
