/**
 * Which documents a check of the whole content compares with each other. Documents that do not meet cannot cause a problem
 * together, so a check of some documents need not read others that these do not meet.
 */
import type { Address } from '../content/document.ts';
import type { KindName } from '../kinds/registry.ts';
import type { Entity } from './broadcast.ts';
import { broadcastRules } from './rules/rule-registry.ts';
import type { Compared } from './rules/rule.ts';

/** A document with what rules compare of it. Of thousands, most compare one or two things: there are no empty lists. */
export interface Comparable extends Compared {
  readonly address: Address;
  readonly kind: KindName;
}

const comparing = broadcastRules.flatMap(({ compares }) => (compares === 'alone' ? [] : [compares]));

export function comparedOf(entity: Entity): Compared {
  const all: { -readonly [relation in keyof Compared]: string[] } = {};
  for (const compares of comparing) {
    const found = compares(entity);
    for (const relation of RELATIONS) if (found[relation]?.length) (all[relation] ??= []).push(...found[relation]);
  }
  return all;
}

const RELATIONS = ['same', 'near', 'seeks'] as const satisfies readonly (keyof Compared)[];

/** Tests whether a document that was not read meets one that was. */
export function meetsAny(read: readonly Comparable[]): (other: Comparable) => boolean {
  const all = (relation: keyof Compared): Set<string> => new Set(read.flatMap((each) => each[relation] ?? []));
  const [same, near, sought] = [all('same'), all('near'), all('seeks')];
  const names = new Set<string>(read.flatMap(({ address, kind }) => [address, kind]));
  return ({ address, kind, ...other }) =>
    names.has(address) ||
    sought.has(address) ||
    sought.has(kind) ||
    other.same?.some((key) => same.has(key)) ||
    other.near?.some((key) => near.has(key)) ||
    other.seeks?.some((name) => names.has(name)) ||
    false;
}

/**
 * The documents that share nothing with another. Of several that do, a rule may report one in place of the others, so that
 * the rest has a problem when that one is gone. All other comparisons are of two documents, and report one of the two.
 */
export function sharingNothing<T extends Compared>(all: readonly T[]): readonly T[] {
  const [seen, shared] = [new Set<string>(), new Set<string>()];
  for (const { same = [] } of all) for (const key of same) (seen.has(key) ? shared : seen).add(key);
  return shared.size === 0 ? all : all.filter(({ same }) => !same?.some((key) => shared.has(key)));
}
