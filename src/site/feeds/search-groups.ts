/**
 * The words of a large site, found in groups of documents. What was found in a group is remembered by its texts, so after an
 * edit of one document only the texts of its group are searched for words again. A large site has more than ten million
 * words, so a group has them as numbers of two bytes.
 */
import { keptReading } from '../../markdown/text-memory.ts';
import { digest } from '../../values/digest.ts';
import { SHARDS, shardOf, wordsOf, wordsOfSource } from './search-words.ts';

/** The texts of a document in ascending order of what a word in them counts: its Markdown, its facts, its title. */
export type WordFields = readonly [text: string, facts: string, title: string];
export const FIELDS = 3;

interface Worded {
  /** Unique. */
  readonly name: string;
  readonly fields: () => WordFields;
}

/** The documents of a word in ascending order, each as its number times three, plus the best of the fields that have it. */
export type Found = number[];

export interface PlacedWords extends GroupWords {
  /** The number of its first document. */
  readonly first: number;
}

/** For each of `SHARDS`. */
type GroupWords = { readonly shards: readonly ShardWords[] };

interface ShardWords {
  readonly words: readonly string[];
  /** For each word, how many of `found` belong to it. */
  readonly counts: Uint16Array;
  readonly found: Uint16Array;
}

/** As it is remembered. */
type WrittenShard = readonly [words: string, counts: readonly number[], found: readonly number[]];

/** About so many documents form a group. */
const TOGETHER = 64;
/** The numbers of a group have two bytes. */
const MOST_TOGETHER = 20_000;

/** A group ends with a document that its own name decides: a new document changes one group. */
export function wordsInGroups(documents: readonly Worded[]): readonly PlacedWords[] {
  const groups: PlacedWords[] = [];
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

/** The documents of each word in one of `SHARDS`. */
export function foundIn(shard: string, groups: readonly PlacedWords[]): ReadonlyMap<string, Found> {
  const all = new Map<string, Found>();
  const index = SHARDS.indexOf(shard);
  for (const { first, shards } of groups) {
    const { words, counts, found } = shards[index]!;
    let at = 0;
    for (const [place, word] of words.entries()) {
      let known = all.get(word);
      if (!known) all.set(word, (known = []));
      for (const end = at + counts[place]!; at < end; at++) known.push(first * FIELDS + found[at]!);
    }
  }
  return all;
}

function wordsOfGroup(fields: readonly WordFields[]): GroupWords {
  const text = JSON.stringify(fields);
  const written = keptReading('search-words', text, { read: () => findWords(fields) });
  const shards = written.map(([words, counts, found]): ShardWords => ({
    words: words === '' ? [] : words.split(' '),
    counts: new Uint16Array(counts),
    found: new Uint16Array(found),
  }));
  return { shards };
}

function findWords(documents: readonly WordFields[]): readonly WrittenShard[] {
  const all = new Map<string, Found>();
  for (const [id, [text, ...others]] of documents.entries()) {
    for (const [field, words] of [wordsOfSource(text), ...others.map(wordsOf)].entries()) {
      const number = id * FIELDS + field;
      for (const word of words) {
        const found = all.get(word);
        if (!found) all.set(word, [number]);
        else if (found.at(-1)! < id * FIELDS) found.push(number);
        else found[found.length - 1] = number;
      }
    }
  }
  const byShard = Map.groupBy(all, ([word]) => shardOf(word));
  return SHARDS.map((shard): WrittenShard => {
    const words = byShard.get(shard) ?? [];
    return [
      words.map(([word]) => word).join(' '),
      words.map(([, found]) => found.length),
      words.flatMap(([, found]) => found),
    ];
  });
}
