/**
 * Looks for a deleted object among those that belong to no document: somebody may have made it again. The last sync
 * recorded what the object had, as digests. An object with the natural key of that time is the same thing, even if the
 * file was changed since. One with the same name, or nearly, the same slot, or most of what no other document has may be.
 */
import { canonical } from '../../values/canonical.ts';
import type { Json } from '../../values/json.ts';
import { leafAt, topLevelKey } from '../../values/leaves.ts';
import { isNearly } from '../../diagnostics/nearest.ts';
import { echoDigest, echoText, hasAnyDigest } from '../fields/echo.ts';
import { isMarked } from '../fields/secrets.ts';
import { kindNamed, type KindName } from '../../kinds/registry.ts';
import type { BaseEntry, BaseLeaf } from '../../model/base.ts';
import { recordsOf, type RemoteRecord } from '../../model/snapshot.ts';
import { onceEach } from '../../values/once-each.ts';
import type { PlanInput } from '../context.ts';

type Records = ReadonlySet<RemoteRecord>;
type ByText = ReadonlyMap<string, readonly RemoteRecord[]>;

export class LastKnown {
  readonly #input: PlanInput;
  readonly #isFree: (record: RemoteRecord) => boolean;

  constructor(input: PlanInput, isFree: (record: RemoteRecord) => boolean) {
    this.#input = input;
    this.#isFree = isFree;
  }

  /** The objects with the natural key that was sent. `isSure`: no other document had the same one. */
  search(entry: BaseEntry): { readonly records: readonly RemoteRecord[]; readonly isSure: boolean } {
    const { naturalKey, fields } = kindNamed(entry.kind);
    const sent = naturalKey.filter((names) => names.every((name) => entry.leaves[name] !== undefined));
    let records: readonly RemoteRecord[] = [];
    for (const names of sent) {
      const showing = this.#showingAll(entry, names);
      const matching = records.length > 0 ? records.filter((record) => showing.has(record)) : [...showing];
      if (matching.length > 0) records = matching;
      if (records.length === 1 || (records.length === 0 && names.every((name) => fields[name]?.required))) break;
    }
    const hasWholeKey = (record: RemoteRecord): boolean =>
      sent.every((names) => this.#showingAll(entry, names).has(record));
    return { records, isSure: this.#isOnlyOne(entry, sent[0] ?? []) || records.every(hasWholeKey) };
  }

  /**
   * False if an object with the natural key of a deleted one is certainly another: it existed when the deleted one was last
   * written, or it has only the name in common, and the rest of the key contradicts.
   */
  mayBe(entry: BaseEntry, record: RemoteRecord): boolean {
    const existedBefore = Date.parse(record.createdAt ?? '') < Date.parse(entry.updatedAt ?? '');
    const [first, ...rest] = kindNamed(entry.kind).naturalKey;
    const isNamed = first?.length === 1 && first[0] === nameOf(entry.kind);
    return !existedBefore && !(isNamed && rest.flat().some((name) => this.#contradicts(entry, name, record)));
  }

  #contradicts({ kind, leaves }: BaseEntry, name: string, record: RemoteRecord): boolean {
    const leaf = leaves[name];
    if (leaf === undefined || (leafAt(record.fields, name) ?? null) === null) return false;
    return !record.hidden.includes(topLevelKey(name)) && !this.#showing(kind, name, leaf).has(record);
  }

  /** Objects that may be the deleted one. `name`: the one that the file has now. */
  alike(entry: BaseEntry, name: Json | undefined): readonly RemoteRecord[] {
    const { slot = [] } = kindNamed(entry.kind);
    const found = new Set([
      ...this.#namedLike(entry.kind, name),
      ...this.#respelt(entry, wordsOf(name)),
      ...this.#showingAll(entry, [nameOf(entry.kind)]),
      ...this.#showingAll(entry, slot),
      ...this.#showingMost(entry, slot),
    ]);
    return [...found].filter(this.#isFree);
  }

  /** Objects that show at least half of the values that only this document had. */
  #showingMost(entry: BaseEntry, slot: readonly string[]): readonly RemoteRecord[] {
    const own = Object.entries(entry.leaves).filter(
      ([name, { sent }]) => !isMarked(sent) && !slot.includes(name) && this.#count(entry.kind, name, sent) === 1,
    );
    const shown = Map.groupBy(
      own.flatMap(([name, leaf]) => [...this.#showing(entry.kind, name, leaf)]),
      (record) => record,
    );
    return [...shown].filter(([, times]) => times.length * 2 >= own.length).map(([record]) => record);
  }

  #isOnlyOne({ kind, leaves }: BaseEntry, names: readonly string[]): boolean {
    return names.some((name) => this.#count(kind, name, leaves[name]!.sent) === 1);
  }

  /** The number of managed documents that have this value. */
  #count(kind: KindName, name: string, sent: string): number {
    return this.#counts(kind).get(`${name} ${sent}`) ?? 0;
  }

  readonly #counts = onceEach((kind: KindName): ReadonlyMap<string, number> => {
    const entries = [...this.#input.base.entries.values()].filter((entry) => entry.kind === kind);
    const values = entries.flatMap(({ leaves }) => Object.entries(leaves).map(([at, leaf]) => `${at} ${leaf.sent}`));
    return new Map([...Map.groupBy(values, (value) => value)].map(([value, { length }]) => [value, length]));
  });

  #showingAll({ kind, leaves }: BaseEntry, names: readonly string[]): Records {
    if (names.length === 0 || names.some((name) => leaves[name] === undefined)) return new Set();
    const [first, ...others] = names.map((name) => this.#showing(kind, name, leaves[name]!));
    return new Set([...first!].filter((record) => this.#isFree(record) && others.every((each) => each.has(record))));
  }

  #showing(kind: KindName, name: string, { sent, answered }: BaseLeaf): Records {
    return this.#byLeaf(kind)(name)(`${sent} ${answered}`);
  }

  /** Objects that have the value which was sent, or which the service made of it. Many documents may ask for one value. */
  readonly #byLeaf = onceEach((kind: KindName) =>
    onceEach((name: string) => {
      const { digest } = this.#input;
      const index = indexed(this.#free(kind), ({ fields, hidden }) => {
        const value = leafAt(fields, name);
        if ((value ?? null) === null || hidden.includes(topLevelKey(name))) return [];
        return [digest(canonical(value)), digest(echoText(value)), echoDigest(value, digest)];
      });
      return onceEach(
        (digests: string): Records => new Set(digests.split(' ').flatMap((each) => index.get(each) ?? [])),
      );
    }),
  );

  /** Objects whose name is the same but for case and accents, or has more words at one end, or fewer. */
  #namedLike(kind: KindName, name: Json | undefined): readonly RemoteRecord[] {
    const words = wordsOf(name);
    if (words.length === 0) return [];
    const { whole, parts } = this.#names(kind);
    const text = words.join(' ');
    return [...(parts.get(text) ?? []), ...[text, ...endsOf(words)].flatMap((each) => whole.get(each) ?? [])];
  }

  /** Objects with another spelling of one word of the name, and everything else as it was sent. */
  #respelt(entry: BaseEntry, words: readonly string[]): readonly RemoteRecord[] {
    const { gaps } = this.#names(entry.kind);
    return words.flatMap((word, at) =>
      (gaps.get(gapAt(words, at)) ?? []).filter(
        (record) => isRespelling(word, wordsIn(record)[at]!) && this.#hasOtherValues(entry, record),
      ),
    );
  }

  #hasOtherValues({ kind, leaves }: BaseEntry, { fields, hidden }: RemoteRecord): boolean {
    return Object.entries(leaves).every(
      ([name, { sent, answered }]) =>
        name === nameOf(kind) ||
        isMarked(sent) ||
        hidden.includes(topLevelKey(name)) ||
        hasAnyDigest(leafAt(fields, name), [sent, answered], this.#input.digest),
    );
  }

  readonly #names = onceEach((kind: KindName) => {
    const free = this.#free(kind);
    return {
      whole: indexed(free, (record) => [wordsIn(record).join(' ')]),
      parts: indexed(free, (record) => endsOf(wordsIn(record))),
      gaps: indexed(free, (record) => wordsIn(record).map((_, at) => gapAt(wordsIn(record), at))),
    };
  });

  #free(kind: KindName): readonly RemoteRecord[] {
    return [...recordsOf(this.#input.snapshot, kind).values()].filter(this.#isFree);
  }
}

/** The field by which people know objects of a kind; empty if they have no name. */
export const nameOf = (kind: KindName): string =>
  kindNamed(kind)
    .naturalKey.flat()
    .find((name) => name === 'title' || name === 'name') ?? '';

const wordsOf = (name: Json | undefined): readonly string[] =>
  typeof name === 'string'
    ? (name
        .normalize('NFKD')
        .replaceAll(/\p{M}/gu, '')
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? [])
    : [];

const wordsIn = ({ kind, fields }: RemoteRecord): readonly string[] => wordsOf(fields[nameOf(kind)]);

/** The name without one of its words. */
const gapAt = (words: readonly string[], at: number): string => words.with(at, '').join(' ');

/** True for a typing mistake. Numbers and short words that differ in one letter are different. */
const isRespelling = (word: string, other: string): boolean =>
  word !== other && word.length > 3 && !/\p{N}/u.test(word + other) && isNearly(word, other, word.length > 5 ? 2 : 1);

/** A name without its last words, and without its first ones. */
const endsOf = (words: readonly string[]): readonly string[] =>
  words.slice(1).flatMap((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')]);

function indexed(records: readonly RemoteRecord[], textsOf: (record: RemoteRecord) => readonly string[]): ByText {
  const index = new Map<string, RemoteRecord[]>();
  for (const record of records) {
    for (const text of new Set(textsOf(record))) {
      const found = index.get(text);
      if (found) found.push(record);
      else index.set(text, [record]);
    }
  }
  return index;
}
