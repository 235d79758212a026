/**
 * Which documents a check of the whole content compares with each other. Two documents meet if they share something that
 * must be unique, if one seeks the other, or if they book the same thing at the same time. Documents that do not meet
 * cannot cause a problem together, so a check of some documents need not read others that these do not meet.
 */
import type { Address } from '../content/document.ts';
import type { Entity } from './broadcast.ts';
import { broadcastRules } from './rules/registry.ts';
import type { Booked, Compared } from './rules/rule.ts';
import type { SubjectKey } from './subjects.ts';

/** A document among those that it may meet. */
export interface Comparable extends Required<Compared> {
  readonly address: Address;
  /** The questions that its check asked about others. */
  readonly asked: readonly SubjectKey[];
}

const comparing = broadcastRules.flatMap(({ compares }) => (compares === 'alone' ? [] : [compares]));

export function comparableOf(entity: Entity, asked: readonly SubjectKey[]): Comparable {
  const all = comparing.map((compares) => compares(entity));
  const { address } = entity;
  return {
    address,
    asked,
    same: all.flatMap(({ same = [] }) => same),
    seeks: all.flatMap(({ seeks = [] }) => seeks),
    answers: all.flatMap(({ answers = [] }) => answers),
    books: all.flatMap(({ books = [] }) => books),
  };
}

/** Tests whether a document that is none of `some` meets one of them. */
export function meetsAny(some: readonly Comparable[]): (other: Comparable) => boolean {
  const addresses = new Set(some.map(({ address }) => address));
  const same = new Set(some.flatMap((each) => each.same));
  const sought = new Set(some.flatMap(({ seeks }) => seeks));
  const answered = new Set<string>(some.flatMap(({ answers }) => answers));
  const asked = new Set<string>(some.flatMap((each) => each.asked));
  const books = Map.groupBy(
    some.flatMap((each) => each.books),
    ({ resource }) => resource,
  );
  return (other) =>
    addresses.has(other.address) ||
    sought.has(other.address) ||
    other.same.some((key) => same.has(key)) ||
    other.seeks.some((key) => addresses.has(key) || answered.has(key)) ||
    other.answers.some((key) => sought.has(key) || asked.has(key)) ||
    (answered.size > 0 && other.asked.some((key) => answered.has(key))) ||
    other.books.some((booked) => books.get(booked.resource)?.some((each) => overlaps(each, booked)));
}

const overlaps = (one: Booked, other: Booked): boolean =>
  one.start < other.start ? other.start < one.end : one.start < other.end || other.start < one.end;

/** The documents of which no two meet, and which meet none of the rest: what is left of `all` without those that meet. */
export function meetingNobody<T extends Comparable>(all: readonly T[]): readonly T[] {
  const shared = repeated(all.flatMap(({ address, same }) => [`@${address}`, ...same.map((key) => `=${key}`)]));
  const addresses = new Set(all.map(({ address }) => address));
  const sought = new Set(all.flatMap(({ seeks }) => seeks));
  const answered = new Set<string>(all.flatMap(({ answers }) => answers));
  const asked = new Set<string>(answered.size === 0 ? [] : all.flatMap((each) => each.asked));
  const booked = doubleBooked(all);
  return all.filter(
    (each) =>
      !shared.has(`@${each.address}`) &&
      !sought.has(each.address) &&
      !each.same.some((key) => shared.has(`=${key}`)) &&
      !each.seeks.some((key) => addresses.has(key) || answered.has(key)) &&
      !each.answers.some((key) => sought.has(key) || asked.has(key)) &&
      !each.asked.some((key) => answered.has(key)) &&
      !booked.has(each),
  );
}

function repeated(keys: readonly string[]): ReadonlySet<string> {
  const [seen, again] = [new Set<string>(), new Set<string>()];
  for (const key of keys) (seen.has(key) ? again : seen).add(key);
  return again;
}

/** Of two that overlap, at least one. */
function doubleBooked<T extends Comparable>(all: readonly T[]): ReadonlySet<T> {
  const bookings = all.flatMap((by) => by.books.map(({ resource, start, end }) => ({ by, resource, start, end })));
  const found = new Set<T>();
  for (const group of Map.groupBy(bookings, ({ resource }) => resource).values()) {
    let latest = -Infinity;
    for (const { by, start, end } of group.sort((a, b) => a.start - b.start)) {
      if (start < latest) found.add(by);
      latest = Math.max(latest, end);
    }
  }
  return found;
}
