/**
 * Which documents a check of the whole content compares with each other. Two documents meet if they share something that
 * must be unique, if one seeks the other or asks what the other answers, or if they book the same thing at the same time.
 * Documents that do not meet cannot cause a problem together, so a check of some documents need not read others that these
 * do not meet.
 */
import type { Address } from '../content/document.ts';
import type { Entity } from './broadcast.ts';
import { broadcastRules } from './rules/registry.ts';
import type { Booked, Compared } from './rules/rule.ts';
import type { SubjectKey } from './subjects.ts';

/** A document that was read, among those that it may meet. */
export interface Comparable extends Required<Omit<Compared, 'asks'>> {
  readonly address: Address;
  /** The questions that its check and the rules asked about others. */
  readonly asked: readonly SubjectKey[];
}

const comparing = broadcastRules.flatMap(({ compares }) => (compares === 'alone' ? [] : [compares]));

const NOTHING: readonly never[] = [];

/** Of thousands of documents, most compare one or two things: lists are made only for what there is. */
export function comparableOf(entity: Entity, askedByCheck: readonly SubjectKey[]): Comparable {
  let { same, seeks, answers, books }: Omit<Comparable, 'address' | 'asked'> = NO_COMPARISON;
  let asked = askedByCheck;
  for (const compares of comparing) {
    const found = compares(entity);
    same = joined(same, found.same);
    seeks = joined(seeks, found.seeks);
    asked = joined(asked, found.asks);
    answers = joined(answers, found.answers);
    books = joined(books, found.books);
  }
  return { address: entity.address, asked, same, seeks, answers, books };
}

const NO_COMPARISON = { same: NOTHING, seeks: NOTHING, answers: NOTHING, books: NOTHING };

function joined<T>(known: readonly T[], more: readonly T[] = NOTHING): readonly T[] {
  if (more.length === 0) return known;
  return known.length === 0 ? more : [...known, ...more];
}

/** A document that was not read. */
type Other = Compared & Pick<Comparable, 'address'>;

/** Tests whether a document that was not read meets one that was, apart from the answers to what it asked. */
export function meetsAny(read: readonly Comparable[]): (other: Other) => boolean {
  const addresses = new Set(read.map(({ address }) => address));
  const same = new Set(read.flatMap((each) => each.same));
  const sought = new Set(read.flatMap(({ seeks }) => seeks));
  const asked = new Set(read.flatMap((each) => each.asked));
  const books = Map.groupBy(
    read.flatMap((each) => each.books),
    ({ resource }) => resource,
  );
  return (other) =>
    addresses.has(other.address) ||
    sought.has(other.address) ||
    other.same?.some((key) => same.has(key)) ||
    other.seeks?.some((address) => addresses.has(address)) ||
    other.answers?.some((key) => asked.has(key)) ||
    other.books?.some((booked) => books.get(booked.resource)?.some((each) => overlaps(each, booked))) ||
    false;
}

const overlaps = (one: Booked, other: Booked): boolean =>
  one.start < other.start ? other.start < one.end : one.start < other.end || other.start < one.end;

/**
 * The documents that share nothing with another. Of several that do, a rule may report one in place of the others, so that
 * the rest has a problem when that one is gone. All other comparisons are of two documents, and report one of the two.
 */
export function sharingNothing<T extends Comparable>(all: readonly T[]): readonly T[] {
  const [seen, shared] = [new Set<string>(), new Set<string>()];
  for (const { same } of all) for (const key of same) (seen.has(key) ? shared : seen).add(key);
  return shared.size === 0 ? all : all.filter(({ same }) => !same.some((key) => shared.has(key)));
}
