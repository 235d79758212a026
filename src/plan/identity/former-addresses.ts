/**
 * The entry of the base that is a document's own, for documents that name former addresses. An address may have passed
 * from one document to another since the last sync: onto an address that another one left, or by a swap. So an entry
 * belongs to one of the documents that have or had its address. Resemblance to what was sent decides first. A document
 * that resembles nothing has the entry that is left, if it is the only one; otherwise a person decides. In an import, the
 * key of an entry is the reference of its document, which decides before any address.
 */
import type { BaseEntry } from '../../model/base.ts';
import type { Entity } from '../../model/broadcast.ts';
import type { PlanInput } from '../context.ts';
import { digestOfFile } from '../fields/secrets.ts';
import { likeness, whatIsSent, type Likeness } from './likeness.ts';

export interface FormerAddresses {
  /** The address of each document's entry in the base: its own or a former one. Undefined if others have them all. */
  readonly addressOf: ReadonlyMap<Entity, string | undefined>;
  /** Documents whose entry is one of several, or may be that of another document, and the addresses of those entries. */
  readonly unclear: ReadonlyMap<Entity, readonly string[]>;
}

/** More than any resemblance. */
const SAME_REFERENCE: Likeness = { share: 2, isSimilar: true };

interface Claim {
  readonly entity: Entity;
  readonly at: string;
  readonly like: Likeness;
}

export function formerAddresses(entities: readonly Entity[], input: PlanInput): FormerAddresses {
  const { entries } = input.base;
  const referenced = addressesByReference(entities, input);
  const claims = claimsOf(entities, entries, referenced).flatMap(({ entity, addresses }) => {
    const sending = whatIsSent(entity, input);
    const likenessTo = (at: string): Likeness =>
      referenced.get(entity) === at ? SAME_REFERENCE : likeness(sending, entries.get(at)!);
    return addresses.map((at): Claim => ({ entity, at, like: likenessTo(at) }));
  });
  const addressOf = new Map<Entity, string | undefined>();
  const taken = new Set<string>();
  const take = ({ entity, at }: Claim): void => {
    addressOf.set(entity, at);
    taken.add(at);
  };
  const isOpen = ({ entity, at }: Claim): boolean => !addressOf.has(entity) && !taken.has(at);
  const similar = claims.filter(({ like }) => like.isSimilar).toSorted(mostAlikeFirst);
  for (const claim of similar) if (isOpen(claim)) take(claim);
  for (;;) {
    const open = [...Map.groupBy(claims.filter(isOpen), ({ entity }) => entity).values()];
    const single = open.filter(({ length }) => length === 1).map(([claim]) => claim!);
    const byAddress = Map.groupBy(single, ({ at }) => at);
    const forced = single.filter(({ at }) => byAddress.get(at)!.length === 1);
    for (const claim of forced) take(claim);
    if (forced.length > 0) continue;
    // A document that is new at its address has one of its former ones.
    const arrived = open.filter((own) => !own.some(isOwn) && !own.some(({ at }) => byAddress.has(at)));
    const [first] = arrived.map((own) => own.toSorted(mostAlikeFirst)[0]!);
    if (!first) break;
    take(first);
  }
  const unclear = Map.groupBy(claims.filter(isOpen), ({ entity }) => entity);
  for (const { entity } of claims) if (!addressOf.has(entity) && !unclear.has(entity)) addressOf.set(entity, undefined);
  return { addressOf, unclear: new Map([...unclear].map(([entity, own]) => [entity, own.map(({ at }) => at)])) };
}

const isOwn = ({ entity, at }: Claim): boolean => entity.address === at;

/** Of equals, the document that is there now. */
const mostAlikeFirst = (one: Claim, other: Claim): number =>
  other.like.share - one.like.share || Number(isOwn(other)) - Number(isOwn(one));

/**
 * The addresses of the entries with the references of documents that are elsewhere now. Only in an import: on a target, a
 * reference is a field that people may correct. One that several documents have, or another source gave, proves nothing.
 */
function addressesByReference(entities: readonly Entity[], input: PlanInput): ReadonlyMap<Entity, string> {
  if (!input.objectLinks) return new Map();
  const entries = Map.groupBy(input.base.entries, ([, { kind, leaves }]) => `${kind} ${leaves['_reference']?.sent}`);
  const documents = Map.groupBy(
    entities.filter(({ fields }) => typeof fields['_reference'] === 'string'),
    ({ kind, fields }) => `${kind} ${digestOfFile(fields['_reference'], input)}`,
  );
  return new Map(
    [...documents].flatMap(([reference, [entity, ...others]]) => {
      const [entry, ...more] = entries.get(reference) ?? [];
      const isShared = others.length + more.length > 0 || input.sharedWithSources?.has(entity!.address);
      return entry && !isShared && entry[0] !== entity!.address ? [[entity!, entry[0]] as const] : [];
    }),
  );
}

/** The documents with a former address in the base, and those that are at one now. `$id` counts before any address. */
function claimsOf(
  entities: readonly Entity[],
  entries: ReadonlyMap<string, BaseEntry>,
  referenced: ReadonlyMap<Entity, string>,
) {
  const bound = new Set(entities.flatMap(({ local }) => local.id ?? []));
  const isFree = (at: string, { kind }: Entity): boolean => {
    const entry = entries.get(at);
    return entry?.kind === kind && !bound.has(entry.id);
  };
  const unbound = entities.filter(({ kind, local }) => kind !== 'broadcast' && local.id === undefined);
  const former = new Map(
    unbound.flatMap((entity) => {
      const addresses = [...(entity.local.aliases ?? []), referenced.get(entity) ?? []].flat();
      const found = addresses.filter((at) => at !== entity.address && isFree(at, entity));
      // `mv` appends: the latest one counts first.
      return found.length === 0 ? [] : [[entity, [...new Set(found)].toReversed()] as const];
    }),
  );
  const named = new Set([...former.values()].flat());
  return unbound
    .filter((entity) => former.has(entity) || (named.has(entity.address) && isFree(entity.address, entity)))
    .map((entity) => {
      const own = isFree(entity.address, entity) ? [entity.address] : [];
      return { entity, addresses: [...own, ...(former.get(entity) ?? [])] };
    });
}
