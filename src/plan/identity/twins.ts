/** Unmanaged objects on the target, recognised by the natural key of their kind. */
import type { Json } from '../../values/json.ts';
import { kindNamed, type KindName } from '../../kinds/registry.ts';
import { type BaseEntry, replacedBy } from '../../model/base.ts';
import type { Entity } from '../../model/broadcast.ts';
import { recordsOf, type RemoteRecord } from '../../model/snapshot.ts';
import { keyClaims, keyText } from './claims.ts';
import { onceEach } from '../../values/once-each.ts';
import type { OpenIntent, PlanInput } from '../context.ts';
import { wireFields } from '../fields/desired.ts';
import { cutKey, isCut, isEcho } from '../fields/echo.ts';
import { candidatesOf, type Identity, type Resemblance } from './identity.ts';
import { LastKnown, nameOf } from './last-known.ts';
import { searchMade, type Made, type Search } from './made.ts';

type Twin = Extract<Identity, { type: 'twin' | 'ambiguous' | 'new' }>;
type Index = ReadonlyMap<string | undefined, readonly RemoteRecord[]>;

export class Twins {
  readonly #input: PlanInput;
  readonly #identities: ReadonlyMap<string, Identity>;
  /** Ids that already belong to a document. */
  readonly #taken: Set<string>;
  readonly #claims: ReturnType<typeof keyClaims>;
  readonly #lastKnown: LastKnown;

  constructor(entities: readonly Entity[], identities: ReadonlyMap<string, Identity>, input: PlanInput) {
    this.#input = input;
    this.#identities = identities;
    this.#taken = new Set([
      ...[...input.base.entries.values()].flatMap((entry) => [entry.id, ...replacedBy(entry)]),
      // A stale list may still show what we deleted.
      ...(input.base.deleted?.keys() ?? []),
      ...entities.flatMap(({ local }) => local.id ?? []),
    ]);
    this.#claims = keyClaims(entities, input.intents, (address) => this.#idOf(address));
    this.#lastKnown = new LastKnown(input, this.#isFree);
  }

  /** The one unmanaged object that a document describes. From then on it is taken. */
  of(entity: Entity): Twin {
    return this.#taking(this.#search(entity));
  }

  /**
   * The one unmanaged object that takes the place of a document's deleted object: it has the natural key of the file, or
   * that of the last sync, and nothing shows that it is another one. From then on it is taken.
   */
  again(entity: Entity, entry: BaseEntry): Twin {
    const twin = this.#searchAgain(entity, entry);
    if (twin.type !== 'twin') return twin;
    const record = recordsOf(this.#input.snapshot, entity.kind).get(twin.id)!;
    return this.#lastKnown.mayBe(entry, record) ? this.#taking(twin) : { type: 'ambiguous', ids: [twin.id] };
  }

  #searchAgain(entity: Entity, entry: BaseEntry): Twin {
    const now = this.#search(entity);
    const { records, isSure } = this.#lastKnown.search(entry);
    const before = records.filter((record) => !this.#claims.isForAnother(entity.address, record, ['document']));
    if (before.length === 0) return now;
    const [byFile, byBase] = [candidatesOf(now), idsOf(before)];
    const both = byFile.filter((id) => byBase.includes(id));
    const ids = both.length > 0 ? both : [...byFile, ...byBase];
    const sure = now.type === 'twin' || isSure;
    return ids.length === 1 && sure ? { type: 'twin', id: ids[0]! } : { type: 'ambiguous', ids };
  }

  #taking(twin: Twin): Twin {
    if (twin.type === 'twin') this.#taken.add(twin.id);
    return twin;
  }

  #search(entity: Entity): Twin {
    let candidates: readonly RemoteRecord[] = [];
    const { naturalKey, fields } = kindNamed(entity.kind);
    for (const names of naturalKey) {
      if (names.includes('_reference') && this.#input.sharedWithSources?.has(entity.address)) continue;
      const key = this.#keyOf(entity, names);
      // A key that the file does not have recognises nothing and narrows nothing down.
      if (key === undefined) continue;
      const matching =
        candidates.length > 0
          ? candidates.filter((record) => keyText(names, (name) => record.fields[name]) === key)
          : (this.#index(entity.kind)(names).get(key) ?? []).filter(
              (record) => this.#isFree(record) && !this.#claims.isForAnother(entity.address, record, ['document']),
            );
      candidates = matching.length === 0 ? candidates : matching;
      if (candidates.length === 1 && this.#isSure(entity, candidates[0]!)) {
        return { type: 'twin', id: candidates[0]!.id };
      }
      // Every object has the required fields: an object that differs there is a different one, even if everything else
      // matches.
      if (candidates.length === 0 && names.every((name) => fields[name]?.required)) break;
    }
    return candidates.length === 0 ? { type: 'new' } : { type: 'ambiguous', ids: idsOf(candidates) };
  }

  /** A part of a key that several documents share does not show which of them an object belongs to. */
  #isSure(entity: Entity, record: RemoteRecord): boolean {
    return !this.#claims.isShared(entity) || this.#claims.isFor(entity.address, record);
  }

  /** The objects that interrupted runs created for an address. From then on they are taken. */
  madeBy(intents: readonly OpenIntent[]): Search | undefined {
    const [{ kind, address }] = intents as [OpenIntent];
    const isOurs = (record: RemoteRecord): boolean =>
      this.#isFree(record) && !this.#claims.isForAnother(address, record, ['document', 'intent']);
    const made = searchMade(intents, this.#records(kind).filter(isOurs), this.#input.digest);
    if (made?.type === 'made') for (const id of [made.id, ...made.others]) this.#taken.add(id);
    return made;
  }

  /**
   * The address of the document that matches what interrupted runs created for another address: its file was renamed
   * since.
   */
  takenBy(
    intents: readonly OpenIntent[],
    twins: ReadonlyMap<string, string>,
  ): { readonly address: string; readonly search: Made } | undefined {
    const [{ kind }] = intents as [OpenIntent];
    const records = this.#records(kind).filter(({ id }) => twins.has(id));
    const made = searchMade(intents, records, this.#input.digest);
    return made?.type === 'made' ? { address: twins.get(made.id)!, search: made } : undefined;
  }

  /** Free objects that are not a twin of a new document, but may still be the same thing. */
  resembling(entity: Entity): Extract<Identity, { type: 'lookalike' }> | undefined {
    const [cut, inItsPlace] = [idsOf(this.#cutOf(entity)), idsOf(this.#inSlotOf(entity))];
    if (cut.length > 0) return { type: 'lookalike', how: 'cut', ids: cut };
    return inItsPlace.length > 0 ? { type: 'lookalike', how: 'same-slot', ids: inItsPlace } : undefined;
  }

  /** Free objects that may be a document's deleted object, made again with other values. */
  resemblingDeleted(entity: Entity, entry: BaseEntry): Resemblance | undefined {
    const like = this.resembling(entity);
    if (like) return like;
    const ids = idsOf(this.#lastKnown.alike(entry, entity.fields[nameOf(entity.kind)]));
    return ids.length > 0 ? { ids } : undefined;
  }

  /** Objects that have the document's key, except for one text that a service may have cut. */
  #cutOf(entity: Entity): readonly RemoteRecord[] {
    const names = kindNamed(entity.kind).naturalKey.find((each) => this.#keyOf(entity, each) !== undefined) ?? [];
    const values = names.map((name) => [name, this.#keyValue(entity, name)] as const);
    return values.flatMap(([cut, sent]) => {
      const beginning = cutKey(sent);
      const records = beginning === undefined ? [] : (this.#beginnings(entity.kind)(cut).get(beginning) ?? []);
      return records.filter(
        (record) =>
          this.#isFree(record) &&
          isCut(sent, record.fields[cut]) &&
          values.every(([name, value]) => name === cut || isEcho(value, record.fields[name])),
      );
    });
  }

  /** Objects in the only place that the document can have. */
  #inSlotOf(entity: Entity): readonly RemoteRecord[] {
    const { slot } = kindNamed(entity.kind);
    const key = slot && this.#keyOf(entity, slot);
    return key === undefined ? [] : (this.#index(entity.kind)(slot!).get(key) ?? []).filter(this.#isFree);
  }

  readonly #isFree = ({ id }: RemoteRecord): boolean => !this.#taken.has(id);

  #keyOf(entity: Entity, names: readonly string[]): string | undefined {
    return keyText(names, (name) => this.#keyValue(entity, name));
  }

  #keyValue(entity: Entity, name: string): Json | undefined {
    const to = entity.pointers.find(({ path }) => path.length === 1 && path[0] === name)?.to;
    // A media document may leave out the URL that it is recognised by.
    if (!to || 'id' in to) return entity.fields[name] ?? wireFields(entity, this.#input)[name];
    return this.#idOf(to.address);
  }

  #idOf(address: string): string | undefined {
    const identity = this.#identities.get(address);
    return identity && 'id' in identity ? identity.id : undefined;
  }

  /** By kind and by the names of the fields, which are declared once. */
  readonly #index = onceEach((kind: KindName) =>
    onceEach((names: readonly string[]): Index =>
      Map.groupBy(this.#records(kind), ({ fields }) => keyText(names, (name) => fields[name])),
    ),
  );

  readonly #beginnings = onceEach((kind: KindName) =>
    onceEach((name: string): Index => Map.groupBy(this.#records(kind), ({ fields }) => cutKey(fields[name]))),
  );

  #records(kind: KindName): readonly RemoteRecord[] {
    return [...recordsOf(this.#input.snapshot, kind).values()];
  }
}

const idsOf = (records: readonly RemoteRecord[]): readonly string[] => records.map(({ id }) => id);
